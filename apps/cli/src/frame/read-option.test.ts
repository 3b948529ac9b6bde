import { expect, test } from 'vitest'
import { durationOption, portOption, positiveInteger, positiveNumber } from './read-option.ts'

const typed = (value: string) => ({ operands: [], options: { it: value }, rest: [] })
const none = { operands: [], options: {}, rest: [] }

test('a duration has a unit and is longer than nothing', () => {
  const read = (text: string) => durationOption(typed(text), 'it', '--it')
  expect(['250ms', '30s', '1.5m', '2h'].map(read)).toEqual([250, 30_000, 90_000, 7_200_000])
  for (const text of ['0s', '0.0h', '30', 's', '-1s', '1d', '1 s', '']) {
    expect(() => read(text), text).toThrow(
      `--it is "${text}"; write a duration such as 30s, 5m or 1h`,
    )
  }
})

test('a number is above 0, and a whole one where that is asked for', () => {
  const read = (text: string) => positiveNumber(typed(text), 'it', '--it')
  expect(['2', '0.5', '.5'].map(read)).toEqual([2, 0.5, 0.5])
  for (const text of ['0', '-1', '1e3', 'Infinity', '0x10', 'two', '']) {
    expect(() => read(text), text).toThrow(`--it is "${text}"; write a number above 0`)
  }
  const readWhole = (text: string) => positiveInteger(typed(text), 'it', '--it')
  expect(readWhole('7')).toBe(7)
  for (const text of ['1.5', '99999999999999999999']) {
    expect(() => readWhole(text), text).toThrow(`--it is "${text}"; write a whole number`)
  }
})

test('a port is one that there is', () => {
  const read = (text: string) => portOption(typed(text), 'it', '--it')
  expect(['0', '8787', '65535'].map(read)).toEqual([0, 8787, 65_535])
  for (const text of ['65536', '-1', '80.5', 'http']) expect(() => read(text), text).toThrow('--it')
})

test('what was not typed is not there', () => {
  for (const read of [durationOption, positiveNumber, positiveInteger, portOption]) {
    expect(read(none, 'it', '--it')).toBeUndefined()
  }
})
