import { refusedCalls } from './refused-calls.ts'

export interface FilterOptions {
  /** As `process.arch` names it. */
  readonly architecture: string
  readonly unixSockets: boolean
}

/**
 * A seccomp program, as bubblewrap takes it. What it refuses fails with EPERM, and the program that
 * asked goes on. System calls of another architecture are refused altogether: they have other
 * numbers.
 */
export function systemCallFilter({ architecture, unixSockets }: FilterOptions): Uint8Array {
  const machine = readMachine(architecture)
  const families = [...(unixSockets ? [] : [sockets.unix]), sockets.kernelCrypto, sockets.vm]
  return assemble([
    load(offsets.architecture),
    jump('equal', machine.audit, 'next', 'refuse'),
    load(offsets.number),
    // A second set of numbers that x86 has for the same calls.
    jump('greater or equal', 0x4000_0000, 'refuse', 'next'),
    ...machine.refused.map((number) => jump('equal', number, 'refuse', 'next')),
    jump('equal', machine.socket, 'next', 'allow'),
    load(offsets.firstArgument),
    ...families.map((family) => jump('equal', family, 'refuse', 'next')),
  ])
}

function readMachine(architecture: string) {
  switch (architecture) {
    case 'x64':
      return { audit: 0xc000_003e, socket: 41, refused: refusedCalls.map(({ x64 }) => x64) }
    case 'arm64':
      return { audit: 0xc000_00b7, socket: 198, refused: refusedCalls.map(({ arm64 }) => arm64) }
    default:
      throw new Error(`no seccomp filter for ${architecture} processors`)
  }
}

/** The kernel reads a family as 32 bits, and so do we: the lower half, on both processors. */
const offsets = { number: 0, architecture: 4, firstArgument: 16 }

/** No network namespace holds VM sockets back; the kernel's crypto is for nobody here. */
const sockets = { unix: 1, kernelCrypto: 38, vm: 40 }

type Target = 'next' | 'allow' | 'refuse'

type Instruction =
  | { readonly code: number; readonly value: number }
  | {
      readonly code: number
      readonly value: number
      readonly onTrue: Target
      readonly onFalse: Target
    }

const load = (offset: number): Instruction => ({ code: 0x20, value: offset })
const answer = (value: number): Instruction => ({ code: 0x06, value })
const jump = (
  test: 'equal' | 'greater or equal',
  value: number,
  onTrue: Target,
  onFalse: Target,
): Instruction => ({ code: test === 'equal' ? 0x15 : 0x35, value, onTrue, onFalse })

/** Eight bytes each: code, two distances to jump, value; both processors are little-endian. */
function assemble(questions: readonly Instruction[]): Uint8Array {
  const allow = questions.length
  const refuse = allow + 1
  const program = [...questions, answer(0x7fff_0000), answer(0x0005_0001)]
  const bytes = new DataView(new ArrayBuffer(program.length * 8))
  if (program.length > 255) throw new RangeError('a jump of this program is too far')
  program.forEach((instruction, at) => {
    const distances = { next: 0, allow: allow - at - 1, refuse: refuse - at - 1 }
    bytes.setUint16(at * 8, instruction.code, true)
    if ('onTrue' in instruction) {
      bytes.setUint8(at * 8 + 2, distances[instruction.onTrue])
      bytes.setUint8(at * 8 + 3, distances[instruction.onFalse])
    }
    bytes.setUint32(at * 8 + 4, instruction.value, true)
  })
  return new Uint8Array(bytes.buffer)
}
