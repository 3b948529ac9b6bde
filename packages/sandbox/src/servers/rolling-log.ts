/** The end of a stream as text, however long the stream is. */
export interface RollingLog {
  text(): string
  /** Waits for the end of the stream, but no longer than told: a stray may hold it open for ever. */
  finish(patienceMs: number): Promise<void>
}

const mostCharacters = 64 * 1024

export function createRollingLog(stream: ReadableStream<Uint8Array>): RollingLog {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  const ended = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text = (text + decoder.decode(read.value, { stream: true })).slice(-mostCharacters)
    }
  })()
  return {
    text: () => text,
    async finish(patienceMs) {
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, patienceMs)
      await Promise.race([ended, patience.promise])
      clearTimeout(timer)
      await reader.cancel()
    },
  }
}
