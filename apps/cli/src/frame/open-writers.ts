import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { isTerminal } from './is-terminal.ts'
import { writeAtOnce } from './write-at-once.ts'
import { createWriter, type Writer } from './writer.ts'

export interface Writers {
  readonly stdout: Writer
  readonly stderr: Writer
}

/** Where both lead to the same place they are one writer, so that the texts keep their order. */
export function openWriters(): Writers {
  const stdout = openWriter(1)
  return { stdout, stderr: isSamePlace(1, 2) ? stdout : openWriter(2) }
}

function openWriter(descriptor: number): Writer {
  let write: ((bytes: Uint8Array) => number) | undefined
  return createWriter({
    writeSome(bytes) {
      write ??= findWrite(descriptor)
      return write(bytes)
    },
  })
}

/** A way to write on which nobody waits for the reader. */
function findWrite(descriptor: number): (bytes: Uint8Array) => number {
  const status = statusOf(descriptor)
  if (status?.isSocket()) return (bytes) => writeAtOnce(descriptor, bytes)
  const mayWait = status?.isFIFO() || isTerminal(descriptor)
  const target = mayWait ? reopenWithoutWaiting(descriptor) : descriptor // a file takes everything at once
  return (bytes) => writeSync(target, bytes)
}

/**
 * Opened anew, because whether writes wait belongs to an open file, not to a descriptor: the shell
 * and other programs have the same one. Where that is refused, writes wait for their reader.
 */
function reopenWithoutWaiting(descriptor: number): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants
  try {
    return openSync(`/dev/fd/${descriptor}`, O_WRONLY | O_NONBLOCK | O_NOCTTY)
  } catch {
    return descriptor
  }
}

function isSamePlace(one: number, other: number): boolean {
  const [a, b] = [statusOf(one), statusOf(other)]
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}

function statusOf(descriptor: number) {
  try {
    return fstatSync(descriptor)
  } catch {
    return undefined // it is closed
  }
}
