import { verifies } from '@agency/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

async function linesOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  async function* stream() {
    yield* chunks
  }
  return Array.fromAsync(splitLines(stream()))
}

test('however a text is cut into reads, its lines come out whole', async () => {
  const text = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', '')))
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(40)), async (lines, cuts) => {
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
      expect(await linesOf(cut(bytes, cuts))).toEqual(lines)
    }),
    { numRuns: 100 },
  )
})

verifies(
  'RUN-038',
  'a line split over several reads is one line, also without its end',
  async () => {
    const bytes = new TextEncoder().encode('{"a":"ü"}\n{"b":2}')
    expect(await linesOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual([
      '{"a":"ü"}',
      '{"b":2}',
    ])
  },
)

test('a line of many megabytes is read in one go', async () => {
  const chunk = new TextEncoder().encode('x'.repeat(4 * 1024))
  const [line, ...others] = await linesOf(Array.from({ length: 2048 }, () => chunk))
  expect(line).toHaveLength(2048 * 4 * 1024)
  expect(others).toEqual([])
}, 2_000)

test('a line that does not end is given up when it is too long, with what came before it', async () => {
  let read = 0
  async function* endless() {
    yield new TextEncoder().encode('{"a":1}\n{"b":2}\n')
    for (; ; read++) yield new TextEncoder().encode('x'.repeat(10))
  }
  const lines: string[] = []
  const reading = async () => {
    for await (const line of splitLines(endless(), 100)) lines.push(line)
  }
  await expect(reading()).rejects.toMatchObject({
    kind: 'parse',
    message: expect.stringContaining('a line of more than 100 characters'),
  })
  expect(lines).toEqual(['{"a":1}', '{"b":2}'])
  expect(read).toBe(10)
})

test('many lines may be longer together than one may be', async () => {
  async function* stream() {
    for (let line = 0; line < 50; line++) yield new TextEncoder().encode(`${'x'.repeat(9)}\n`)
  }
  expect(await Array.fromAsync(splitLines(stream(), 10))).toHaveLength(50)
})

function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let start = 0
  for (const length of lengths) {
    chunks.push(bytes.slice(start, start + length))
    start += length
  }
  return [...chunks, bytes.slice(start)]
}
