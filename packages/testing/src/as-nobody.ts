import { accessSync, chmodSync, constants } from 'node:fs'

/**
 * Makes root nobody until it is disposed of: to root no file is closed. The directory is opened to everybody.
 * Skips the test where root cannot be nobody, or nobody cannot come to the directory.
 */
export function asNobody(directory: string, skip: (note: string) => void): Disposable {
  if (process.getuid?.() !== 0) return { [Symbol.dispose]() {} }
  const again = { [Symbol.dispose]: () => process.seteuid?.(0) }
  chmodSync(directory, 0o755)
  try {
    process.seteuid?.(65_534)
    accessSync(directory, constants.R_OK | constants.X_OK)
  } catch {
    again[Symbol.dispose]()
    skip('root cannot be nobody here')
  }
  return again
}
