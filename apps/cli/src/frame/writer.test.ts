import { expect, test } from 'vitest'
import { createWriter, type WriterOptions } from './writer.ts'

const never = new AbortController().signal

/** A reader with so much room, as a pipe has it. */
function createReader(room = 0) {
  let left = room
  let read = ''
  const refuse = (code: string): never => {
    throw Object.assign(new Error(code), { code })
  }
  return {
    refusal: undefined as string | undefined,
    writeSome(bytes: Uint8Array): number {
      if (this.refusal !== undefined) refuse(this.refusal)
      if (left === 0) refuse('EAGAIN')
      const count = Math.min(left, bytes.length)
      left -= count
      read += new TextDecoder().decode(bytes.subarray(0, count))
      return count
    },
    take(bytes: number) {
      left += bytes
    },
    read: () => read,
  }
}

type Reader = ReturnType<typeof createReader>

const writerFor = (reader: Reader, options: Partial<WriterOptions> = {}) =>
  createWriter({
    writeSome: (bytes) => reader.writeSome(bytes),
    patienceMs: { result: 60_000, lastWords: 20 },
    ...options,
  })

test('what the reader takes is written at once, the rest when it takes more', async () => {
  const reader = createReader(5)
  const writer = writerFor(reader)
  writer.write('12345', 'message')
  expect([reader.read(), writer.isBehind]).toEqual(['12345', false])
  writer.write('67', 'result')
  writer.write('89', 'message')
  expect([reader.read(), writer.isBehind]).toEqual(['12345', true])
  reader.take(1)
  const flushed = writer.flush(never)
  while (reader.read() === '12345') await Bun.sleep(1)
  expect(reader.read()).toBe('123456')
  reader.take(100)
  expect(await flushed).toBe(true)
  expect([reader.read(), writer.isBehind]).toEqual(['123456789', false])
})

test('progress is left out where it is not read, and the gap is told once, in its place', async () => {
  const reader = createReader()
  const writer = writerFor(reader, { longestBacklog: 10 })
  for (const text of ['one\n', 'two\n', 'three\n', 'four\nand\n', 'five\n']) {
    writer.write(text, 'progress')
  }
  writer.write('done\n', 'message')
  writer.write('six\n', 'progress')
  reader.take(1000)
  expect(await writer.flush(never)).toBe(true)
  writer.write('seven\n', 'progress')
  expect(reader.read()).toBe(
    'one\ntwo\nthree\n(… 3 lines of progress left out: not read in time)\ndone\n(… 1 line of progress left out: not read in time)\nseven\n',
  )
})

test('results and messages are never left out', async () => {
  const reader = createReader()
  const writer = writerFor(reader, { longestBacklog: 10 })
  for (const letter of 'abc') writer.write(letter.repeat(1000), 'result')
  writer.write('failed', 'message')
  reader.take(10_000)
  await writer.flush(never)
  expect(reader.read()).toHaveLength(3006)
})

test('a reader that takes nothing gets a moment for the last words, and as long as it needs for a result', async () => {
  const reader = createReader()
  const writer = writerFor(reader)
  writer.write('failed: out of time', 'message')
  expect(await writer.flush(never)).toBe(true)
  writer.write('the answer', 'result')
  const interruption = new AbortController()
  const flushed = writer.flush(interruption.signal)
  const afterTheMoment = writerFor(createReader())
  afterTheMoment.write('x', 'message')
  await afterTheMoment.flush(never)
  expect(await Promise.race([flushed, Promise.resolve('still waiting')])).toBe('still waiting')
  interruption.abort()
  expect(await flushed).toBe(false)
})

test('a reader that has gone is no error, and nothing waits for it', async () => {
  for (const code of ['EPIPE', 'ECONNRESET', 'EIO', 'EBADF']) {
    const reader = createReader()
    const writer = writerFor(reader)
    writer.write('for nobody', 'result')
    reader.refusal = code
    expect(await writer.flush(never)).toBe(true)
    writer.write('more', 'result')
    expect([reader.read(), writer.isBehind]).toEqual(['', false])
  }
})

test('a full disk is an error for a result alone, also where the result had to wait', async () => {
  const full = createReader()
  full.refusal = 'ENOSPC'
  writerFor(full).write('step', 'progress')
  writerFor(full).write('failed', 'message')
  expect(() => writerFor(full).write('the answer', 'result')).toThrow('ENOSPC')

  const later = createReader()
  const writer = writerFor(later)
  writer.write('the answer', 'result')
  later.refusal = 'ENOSPC'
  await expect(writer.flush(never)).rejects.toThrow('ENOSPC')
  expect(await writer.flush(never), 'it is told once').toBe(true)
})

test('while agency itself is stopped, nobody is impatient', async () => {
  const reader = createReader()
  const writer = writerFor(reader, { patienceMs: { result: 90, lastWords: 20 } })
  writer.write('the answer', 'result')
  const flushed = writer.flush(never)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
  reader.take(100)
  expect(await flushed).toBe(true)
})
