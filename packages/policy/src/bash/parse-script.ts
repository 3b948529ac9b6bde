import { err, ok, type Result } from '@agency/core'
import { parse, type Script } from 'unbash'

/** Longer lines are denied: a file of that size belongs into the Write tool. */
const longestLine = 64 * 1024

/** Parses a line, or says why it cannot be judged. */
export function parseScript(text: string): Result<Script, string> {
  if (text.length > longestLine) {
    return err(`longer than ${longestLine} characters; write long text with the Write tool`)
  }
  if (unjudgeable.test(text)) return err('contains a NUL byte or a Unicode noncharacter')
  if (text.length > mostBrackets && deepBrackets(text) > mostBrackets) {
    return err('nested too deeply to be judged; split it into several commands')
  }
  const script = parse(text)
  const [error] = script.errors ?? []
  return error === undefined
    ? ok(script)
    : err(`bash would not parse this (${error.message}); check quotes, brackets and keywords`)
}

/** NUL ends a text for some programs and not for others; the marks of words.ts are not to be forged. */
const unjudgeable = /[\0\uFDD0-\uFDEF]/

/** More open brackets than this are denied before the parser recurses into them. */
const mostBrackets = 200

function deepBrackets(text: string): number {
  let depth = 0
  let deepestSeen = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 40 || code === 123 || code === 91) {
      depth += 1
      if (depth > deepestSeen) deepestSeen = depth
    } else if ((code === 41 || code === 125 || code === 93) && depth > 0) depth -= 1
  }
  return deepestSeen
}
