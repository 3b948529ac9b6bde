/** Whole lines of a byte stream, however it was cut. A last line without its end counts. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Joined only when the line is whole: to look at a long line again with every chunk takes forever.
  let begun: string[] = []
  for await (const chunk of chunks) {
    const [end = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    begun.push(end)
    const rest = others.pop()
    if (rest === undefined) continue
    yield begun.join('')
    yield* others
    begun = [rest]
  }
  const last = begun.join('') + decoder.decode()
  if (last !== '') yield last
}
