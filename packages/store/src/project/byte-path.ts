import { isUtf8 } from 'node:buffer'

/**
 * A path with a character for each of its bytes: a name on a disk need not be UTF-8, and one that is
 * decoded as such names nothing any more.
 */
export function toBytePath(path: string): string {
  return Buffer.from(path).toString('latin1')
}

/** As the functions of the file system take it. */
export function bytesOf(bytePath: string): Buffer {
  return Buffer.from(bytePath, 'latin1')
}

/** As people write it; nothing where it is not UTF-8. */
export function textOf(bytePath: string): string | undefined {
  const bytes = bytesOf(bytePath)
  return isUtf8(bytes) ? bytes.toString() : undefined
}
