import { writeSync } from 'node:fs'

/**
 * Returns when all of it is written, so that nothing is lost when the process exits next. A reader
 * that has gone, as in `agency --help | head -1`, is no error: there is nobody left to tell.
 */
export function writeAll(descriptor: number, text: string): void {
  let left = Buffer.from(text)
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(descriptor, left))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (readerHasGone.has(code)) return
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 1)
    }
  }
}

const readerHasGone: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'EBADF'])
const pause = new Int32Array(new SharedArrayBuffer(4))
