import { UsageError } from './usage-error.ts'

/** Text from bytes that may be anything; what is no text would reach Claude as question marks. */
export function decodeText(bytes: Uint8Array, source: string): string {
  if (bytes.includes(0)) throw new UsageError(`${source} is binary, not text`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(
      `${source} is not UTF-8; convert it first, as with "iconv -f LATIN1 -t UTF-8"`,
    )
  }
}
