/**
 * A seccomp program, as bubblewrap takes it, for sandboxes that may make unix sockets and so do
 * without the helper. It refuses VM sockets, which no network namespace holds back, and io_uring,
 * which makes sockets past any filter. System calls of another architecture are refused altogether.
 */
export function vmSocketFilter(architecture: string): Uint8Array {
  const machine = machines[architecture]
  if (machine === undefined) throw new Error(`no seccomp filter for ${architecture} processors`)
  const allow = 8
  const refuse = 9
  return assemble([
    load(offsets.architecture),
    jump('equal', machine.audit, 2, refuse),
    load(offsets.number),
    // A second set of numbers that x86 has for the same calls.
    jump('greater or equal', 0x4000_0000, refuse, 4),
    jump('equal', ioUringSetup, refuse, 5),
    jump('equal', machine.socket, 6, allow),
    load(offsets.firstArgument),
    jump('equal', vmSockets, refuse, allow),
    answer(0x7fff_0000),
    answer(0x0005_0001), // EPERM
  ])
}

const machines: Readonly<Record<string, { readonly audit: number; readonly socket: number }>> = {
  x64: { audit: 0xc000_003e, socket: 41 },
  arm64: { audit: 0xc000_00b7, socket: 198 },
}
const offsets = { number: 0, architecture: 4, firstArgument: 16 }
const ioUringSetup = 425
const vmSockets = 40

interface Instruction {
  readonly code: number
  readonly value: number
  /** Where to go on, by the number of the instruction. */
  readonly onTrue?: number
  readonly onFalse?: number
}

const load = (offset: number): Instruction => ({ code: 0x20, value: offset })
const answer = (value: number): Instruction => ({ code: 0x06, value })
const jump = (
  test: 'equal' | 'greater or equal',
  value: number,
  onTrue: number,
  onFalse: number,
): Instruction => ({ code: test === 'equal' ? 0x15 : 0x35, value, onTrue, onFalse })

/** Eight bytes each: code, two distances to jump, value; both processors are little-endian. */
function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8))
  program.forEach(({ code, value, onTrue, onFalse }, at) => {
    bytes.setUint16(at * 8, code, true)
    bytes.setUint8(at * 8 + 2, onTrue === undefined ? 0 : onTrue - at - 1)
    bytes.setUint8(at * 8 + 3, onFalse === undefined ? 0 : onFalse - at - 1)
    bytes.setUint32(at * 8 + 4, value, true)
  })
  return new Uint8Array(bytes.buffer)
}
