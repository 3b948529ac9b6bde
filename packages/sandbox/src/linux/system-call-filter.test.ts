import { describe, expect, test } from 'vitest'
import { refusedCalls } from './refused-calls.ts'
import { systemCallFilter } from './system-call-filter.ts'

const machines = [
  { architecture: 'x64', audit: 0xc000_003e, socket: 41, everyday: [0, 1, 56, 59, 101, 272, 435] },
  {
    architecture: 'arm64',
    audit: 0xc000_00b7,
    socket: 198,
    everyday: [56, 63, 64, 97, 117, 221, 435],
  },
] as const

describe.each(machines)('on $architecture', ({ architecture, audit, socket, everyday }) => {
  const ask = (
    call: { number: number; argument?: number; audit?: number },
    { unixSockets = false } = {},
  ) => judge(systemCallFilter({ architecture, unixSockets }), { audit, argument: 0, ...call })

  test('every listed call is refused, with and without unix sockets', () => {
    for (const call of refusedCalls) {
      const number = call[architecture]
      expect(ask({ number }), call.name).toBe('refused')
      expect(ask({ number }, { unixSockets: true }), call.name).toBe('refused')
    }
  })

  test('read, write, clone, execve, ptrace and unshare are not', () => {
    for (const number of everyday) expect(ask({ number }), String(number)).toBe('allowed')
  })

  test('a socket is judged by its family', () => {
    const make = (argument: number, unixSockets = false) =>
      ask({ number: socket, argument }, { unixSockets })
    expect([2, 10, 16].map((family) => make(family))).toEqual(['allowed', 'allowed', 'allowed'])
    expect([1, 38, 40].map((family) => make(family))).toEqual(['refused', 'refused', 'refused'])
    expect([1, 38, 40].map((family) => make(family, true))).toEqual([
      'allowed',
      'refused',
      'refused',
    ])
  })

  test('a family is an argument of socket alone', () => {
    expect(ask({ number: everyday[0], argument: 1 })).toBe('allowed')
  })

  test('no other architecture has a say, nor the second set of numbers', () => {
    for (const other of [0x4000_0003, 0x4000_0028, 0xc000_003e, 0xc000_00b7]) {
      if (other === audit) continue
      expect(ask({ number: everyday[0], audit: other })).toBe('refused')
    }
    for (const number of [...everyday, ...refusedCalls.map((call) => call[architecture])]) {
      expect(ask({ number: 0x4000_0000 + number })).toBe('refused')
    }
  })
})

test('no call is listed twice, and another processor is an error', () => {
  for (const { architecture } of machines) {
    const numbers = refusedCalls.map((call) => call[architecture])
    expect(new Set(numbers).size).toBe(numbers.length)
  }
  expect(() => systemCallFilter({ architecture: 'riscv64', unixSockets: false })).toThrow('riscv64')
})

interface SystemCall {
  readonly number: number
  readonly audit: number
  readonly argument: number
}

/** Runs a program as the kernel would, by the four instructions that ours is made of. */
function judge(program: Uint8Array, call: SystemCall): 'allowed' | 'refused' {
  const fields = new Map([
    [0, call.number],
    [4, call.audit],
    [16, call.argument],
  ])
  const view = new DataView(program.buffer)
  let loaded = 0
  for (let at = 0; ; at++) {
    const [code, value] = [view.getUint16(at * 8, true), view.getUint32(at * 8 + 4, true)]
    if (code === 0x06) return value === 0x7fff_0000 ? 'allowed' : 'refused'
    if (code === 0x20) loaded = fields.get(value) ?? Number.NaN
    else {
      const isTrue = code === 0x15 ? loaded === value : loaded >= value
      at += view.getUint8(at * 8 + (isTrue ? 2 : 3))
    }
  }
}
