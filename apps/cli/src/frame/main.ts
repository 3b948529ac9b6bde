import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isatty, type WriteStream } from 'node:tty'
import { AgencyError } from '@agency/core'
import { commands } from '../commands.ts'
import { agency, findProgram } from '../programs.ts'
import { version } from '../version.ts'
import type { Context } from './command.ts'
import { decodeText } from './decode-text.ts'
import { dispatch } from './dispatch.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import { writeAll } from './write-all.ts'

/** Reads the process's own arguments and runs the command they name. */
export async function main(): Promise<number> {
  const program = findProgram(programName(process.argv0))
  return await dispatch(process.argv.slice(2), program, commands, createContext(program.name))
}

/** From its sources agency runs under the name of its runtime. */
function programName(argv0: string): string {
  const name = basename(argv0, '.exe')
  return name === 'bun' ? agency.name : name
}

function createContext(program: string): Context {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (signal === 'SIGHUP' && isHangupIgnored()) continue
    process.once(signal, () => interruption.abort(new Error(signal)))
  }
  return {
    program,
    version,
    environment: process.env,
    workingDirectory: process.cwd(),
    stdin: {
      isTerminal: isatty(0),
      text: () => Promise.race([readStdin(), rejectOnAbort(interruption.signal)]),
    },
    stdout: terminalOf(1, () => process.stdout),
    stderr: terminalOf(2, () => process.stderr),
    interrupted: interruption.signal,
  }
}

/** By `nohup`, which a listener would undo. Where the system does not tell: it leaves us no terminal. */
function isHangupIgnored(): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'latin1')
    return /^SigIgn:\s*[0-9a-f]*[13579bdf]$/m.test(status)
  } catch {
    return ![0, 1, 2].some(isatty)
  }
}

async function readStdin(): Promise<string> {
  return decodeText(await Bun.stdin.bytes(), 'stdin')
}

function terminalOf(descriptor: number, open: () => WriteStream): Terminal {
  const isTTY = isatty(descriptor)
  const stream = {
    isTTY,
    // A pipe must not become a stream of the runtime: that would make its writes asynchronous.
    get columns() {
      return isTTY ? open().columns : undefined
    },
    get rows() {
      return isTTY ? open().rows : undefined
    },
    write: (text: string) => writeAll(descriptor, text),
  }
  return createTerminal(stream, process.env)
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const interrupt = () => reject(new AgencyError('interrupted', 'interrupted'))
    if (signal.aborted) interrupt()
    else signal.addEventListener('abort', interrupt, { once: true })
  })
}
