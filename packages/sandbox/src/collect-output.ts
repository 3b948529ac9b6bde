import { createHash } from 'node:crypto'

export interface CollectedOutput {
  /** Waits for the streams to end, but no longer than told: a stray may hold them open for ever. */
  finish(patienceMs: number): Promise<{
    /** Each stream as text, its middle left out where it is long. */
    readonly texts: readonly string[]
    /** Of all bytes, the streams one after the other. */
    readonly sha256: string
  }>
}

/** Reads streams side by side, up to a limit for all of them together; then it says so, and stops. */
export function collectOutput(
  streams: readonly ReadableStream<Uint8Array>[],
  limit: number,
  onLimit: () => void,
): CollectedOutput {
  let size = 0
  const readings = streams.map((stream) => {
    const chunks: Uint8Array[] = []
    const reader = stream.getReader()
    const ended = (async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        size += read.value.length
        if (size > limit) return onLimit()
        chunks.push(read.value)
      }
    })()
    return { chunks, ended, cancel: () => reader.cancel() }
  })
  return {
    async finish(patienceMs) {
      const { promise: patience, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([Promise.all(readings.map(({ ended }) => ended)), patience])
      clearTimeout(timer)
      for (const reading of readings) await reading.cancel()
      const hash = createHash('sha256')
      const texts = readings.map(({ chunks }) => {
        const bytes = Buffer.concat(chunks)
        hash.update(bytes)
        return withoutMiddle(bytes.toString('utf8'))
      })
      return { texts, sha256: hash.digest('hex') }
    },
  }
}

const longestHead = 64 * 1024
const longestTail = 960 * 1024

/** A runner says at the beginning what it is, and at the end what came of it. */
function withoutMiddle(text: string): string {
  const left = text.length - longestHead - longestTail
  if (left <= 0) return text
  return `${text.slice(0, longestHead)}\n… (${left} characters left out)\n${text.slice(-longestTail)}`
}
