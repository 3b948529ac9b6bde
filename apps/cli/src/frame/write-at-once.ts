import { dlopen } from 'bun:ffi'
import { constants, writeSync } from 'node:fs'

/**
 * Writes as many of the bytes as a socket takes at once, and throws EAGAIN when it takes none. Whether
 * writes wait belongs to the socket, which other programs have too: it is as it was before anybody can
 * notice. Where it cannot be changed, the write waits for the reader.
 */
export function writeAtOnce(descriptor: number, bytes: Uint8Array): number {
  fcntl ??= open()
  const flags = fcntl(descriptor, getFlags, 0)
  if (flags < 0) return writeSync(descriptor, bytes)
  fcntl(descriptor, setFlags, flags | constants.O_NONBLOCK)
  try {
    return writeSync(descriptor, bytes)
  } finally {
    fcntl(descriptor, setFlags, flags)
  }
}

type FileControl = (descriptor: number, command: number, flags: number) => number

const getFlags = 3
const setFlags = 4

let fcntl: FileControl | undefined

function open(): FileControl {
  const refused = () => -1
  if (process.platform !== 'linux') return refused
  try {
    const library = dlopen('libc.so.6', {
      fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    })
    return library.symbols.fcntl
  } catch {
    return refused // another C library
  }
}
