import { dlopen } from 'bun:ffi'

export const unlimited = 2n ** 64n - 1n

/**
 * How long a process may compute without a pause while it has real-time priority, in microseconds (Linux). To the
 * others, that is to nearly all, it means nothing; but every process passes it on to its children. Undefined when
 * the process is gone, or another user's, and where there is no such limit.
 */
export function realtimeLimitOf(pid: number): bigint | undefined {
  const limit = new BigUint64Array(2)
  return prlimit(pid, realtime, null, limit) === 0 ? limit[0] : undefined
}

/** Changes nothing where that is not allowed: when somebody has set a limit before that cannot be raised. */
export function setRealtimeLimit(pid: number, microseconds: bigint): void {
  prlimit(pid, realtime, new BigUint64Array([microseconds, unlimited]), null)
}

const realtime = 15
const failed = -1

type PrLimit = (
  pid: number,
  resource: number,
  set: BigUint64Array | null,
  get: BigUint64Array | null,
) => number

const prlimit: PrLimit = (...parameters) => {
  systemCall ??= open()
  return systemCall(...parameters)
}

let systemCall: PrLimit | undefined

function open(): PrLimit {
  if (process.platform !== 'linux') return () => failed
  try {
    const library = dlopen('libc.so.6', {
      prlimit: { args: ['i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
    })
    return library.symbols.prlimit
  } catch {
    return () => failed // another C library
  }
}
