import { fstatSync } from 'node:fs'

/** `node:tty` is asked about devices only: to load it takes longer than to see that a pipe is none. */
export function isTerminal(descriptor: number): boolean {
  return isDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor)
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false // it is closed
  }
}
