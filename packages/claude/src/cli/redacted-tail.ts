import { redactSecrets } from '@agency/core'

/** The end of what somebody writes, without secrets, however long it gets. */
export interface RedactedTail {
  add(text: string): void
  text(): string
}

const longestTail = 64 * 1024

export function createRedactedTail(secrets: readonly string[]): RedactedTail {
  const margin = Math.max(longestToken, ...secrets.map(({ length }) => length * longestEscape))
  const longest = longestTail + margin
  let kept = ''
  let isCut = false
  return {
    add(text) {
      kept += text
      if (kept.length <= longest) return
      kept = kept.slice(-longest)
      isCut = true
    },
    text() {
      const clean = redactSecrets(kept, secrets)
      // It may begin with the rest of a secret that was cut, and nobody can tell by looking at it.
      return isCut ? clean.slice(margin) : clean
    },
  }
}

/** Of a secret that is known by its form only. Servers take no longer header. */
const longestToken = 8 * 1024

/** What one character becomes at most: three bytes in a URL. */
const longestEscape = '%E2%82%AC'.length
