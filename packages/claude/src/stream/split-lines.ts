/** Whole lines of a byte stream, however it was cut. A last line without its end counts. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
