import type { Clock } from '@agency/core'

/** What a process wrote is in the pipe when it has gone; nothing read for so long means nothing comes. */
const silenceMs = 2_000

/**
 * Reads a pipe to its end, or until nothing more can come: a process that hid from being ended may
 * hold the pipe open for as long as it lives, and nobody is to wait for that.
 */
export async function* readUntilGone(
  stream: ReadableStream<Uint8Array>,
  gone: Promise<unknown>,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  const over = new AbortController()
  let asked = 0
  let answered = 0
  const giveUpInSilence = async () => {
    await gone
    for (let before = -1; before !== asked || answered === asked; ) {
      before = asked
      await clock.sleep(silenceMs, over.signal)
    }
    await reader.cancel()
  }
  giveUpInSilence().catch(() => {}) // it was read to its end before
  try {
    for (;;) {
      asked++
      const { done, value } = await reader.read()
      answered++
      if (done) return
      yield value
    }
  } finally {
    over.abort()
    reader.releaseLock()
  }
}
