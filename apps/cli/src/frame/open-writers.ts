import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { createWriter, type Weight, type Writer } from './writer.ts'

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
  let prepared: number | undefined
  return createWriter({
    writeSome(bytes, weight) {
      prepared ??= prepare(descriptor, weight)
      return writeSync(prepared ?? descriptor, bytes)
    },
  })
}

/** A descriptor of the same place on which no write waits for the reader; undefined: not yet. */
function prepare(descriptor: number, weight: Weight): number | undefined {
  const status = statusOf(descriptor)
  if (status?.isSocket()) {
    // A message may come before a child that inherits the socket, which must find it as it was.
    return weight === 'message' ? undefined : switchToNotWaiting(descriptor)
  }
  if (status?.isFIFO() || isatty(descriptor)) return reopenWithoutWaiting(descriptor)
  return descriptor // a file takes everything at once
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

/** A socket cannot be opened anew; the runtime makes it not wait before it would itself write to it. */
function switchToNotWaiting(descriptor: number): number {
  Bun.file(descriptor).writer()
  return descriptor
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
