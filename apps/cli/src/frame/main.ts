import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { WriteStream } from 'node:tty'
import { AgencyError, errorMessage } from '@agency/core'
import { commands } from '../commands.ts'
import { agency, findProgram } from '../programs.ts'
import { version } from '../version.ts'
import type { Context } from './command.ts'
import { decodeText } from './decode-text.ts'
import { dispatch } from './dispatch.ts'
import { isTerminal } from './is-terminal.ts'
import { openWriters, type Writers } from './open-writers.ts'
import { rejectOnAbort } from './reject-on-abort.ts'
import { reportError } from './report-error.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'
import type { Writer } from './writer.ts'

/** Reads the process's own arguments and runs the command they name. */
export async function main(): Promise<number> {
  const program = findProgram(programName(process.argv0))
  const writers = openWriters()
  const context = createContext(program.name, writers)
  const code = await dispatch(process.argv.slice(2), program, commands, context)
  return await untilRead(code, writers, context)
}

/** From its sources agency runs under the name of its runtime. */
function programName(argv0: string): string {
  const name = basename(argv0, '.exe')
  return name === 'bun' ? agency.name : name
}

function createContext(program: string, { stdout, stderr }: Writers): Context {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (signal === 'SIGHUP' && isHangupIgnored()) continue
    process.once(signal, () => interruption.abort(new AgencyError('interrupted', 'interrupted')))
  }
  return {
    program,
    version,
    environment: process.env,
    workingDirectory: process.cwd(),
    stdin: {
      get isTerminal() {
        return isTerminal(0)
      },
      text: () => Promise.race([readStdin(), rejectOnAbort(interruption.signal)]),
    },
    stdout: terminalOf(stdout, 'result', isTerminal(1) && (() => process.stdout)),
    stderr: terminalOf(stderr, 'message', isTerminal(2) && (() => process.stderr)),
    interrupted: interruption.signal,
  }
}

/** By `nohup`, which a listener would undo. Where the system does not tell: it leaves us no terminal. */
function isHangupIgnored(): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'latin1')
    return /^SigIgn:\s*[0-9a-f]*[13579bdf]$/m.test(status)
  } catch {
    return ![0, 1, 2].some(isTerminal)
  }
}

async function readStdin(): Promise<string> {
  return decodeText(await stdinBytes(), 'stdin')
}

async function stdinBytes(): Promise<Uint8Array> {
  try {
    return await Bun.stdin.bytes()
  } catch (error) {
    throw new UsageError(`stdin cannot be read: ${errorMessage(error)}`)
  }
}

/** The stream of the runtime is asked for the size of a terminal, and nothing is written to it. */
function terminalOf(
  writer: Writer,
  weight: 'result' | 'message',
  stream: false | (() => WriteStream),
): Terminal {
  return createTerminal(
    {
      isTTY: stream !== false,
      get columns() {
        return stream ? stream().columns : undefined
      },
      get rows() {
        return stream ? stream().rows : undefined
      },
      get isBehind() {
        return writer.isBehind
      },
      write: (text) => writer.write(text, weight),
      writeProgress: (text) => writer.write(text, 'progress'),
    },
    process.env,
  )
}

/** Resolves to the exit code, once what was written last is read, or nobody reads it. */
async function untilRead(
  code: number,
  { stdout, stderr }: Writers,
  context: Context,
): Promise<number> {
  try {
    const all = await stdout.flush(context.interrupted)
    return all ? code : reportError(notRead, context)
  } catch (error) {
    return reportError(error, context)
  } finally {
    await stderr.flush(context.interrupted)
  }
}

const notRead = new AgencyError('not_read', 'the output was not read to its end; the rest is lost')
