import { ClaudeInvocationError } from '@agency/core'

/** In characters: twice what a whole request to the model may have, in bytes. */
const longestLine = 64 * 1024 * 1024

/**
 * Whole lines of a byte stream, however it was cut. A last line without its end counts. Throws at a
 * line that is longer than it may be, before there is no memory left for it.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  longest: number = longestLine,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Joined only when the line is whole: to look at a long line again with every chunk takes forever.
  let begun: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    const [end = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    begun.push(end)
    length += end.length
    if (length > longest) throw tooLong(longest)
    const rest = others.pop()
    if (rest === undefined) continue
    yield begun.join('')
    yield* others
    begun = [rest]
    length = rest.length
  }
  const last = begun.join('') + decoder.decode()
  if (last !== '') yield last
}

function tooLong(longest: number): ClaudeInvocationError {
  return new ClaudeInvocationError(
    'parse',
    `claude's output has a line of more than ${longest.toLocaleString('en')} characters; no message is that long`,
  )
}
