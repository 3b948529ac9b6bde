import { expect, test } from 'vitest'
import { assertNever } from './assert-never.ts'
import { err, ok } from './result.ts'

test('a value that cannot be is a bug with the value in it', () => {
  expect(() => assertNever('new-state' as never)).toThrow('unexpected value: "new-state"')
})

test('a result is one or the other', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 })
  expect(err('no')).toEqual({ ok: false, error: 'no' })
})
