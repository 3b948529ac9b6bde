import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ClaudeCodeRunner, type ClaudeCodeRunnerOptions } from '@agency/claude'
import {
  createRehearsalServer,
  parseScript,
  type RehearsalRequest,
  type RehearsalServer,
  type Script,
} from '@agency/rehearsal'
import {
  compileAgency,
  findClaudeBinary,
  isolatedEnvironment,
  temporaryDirectory,
} from '@agency/testing'
import { root } from '../sources.ts'

/** A project directory, a rehearsal model and the real Claude Code, apart from everybody else's. */
export interface Stage extends AsyncDisposable {
  readonly project: string
  readonly directory: string
  readonly model: RehearsalServer & {
    /** All that it was asked, in order. */
    readonly requests: readonly RehearsalRequest[]
  }
  readonly environment: Record<string, string>
  runner(options?: Partial<ClaudeCodeRunnerOptions>): ClaudeCodeRunner
  /** Starts the `agency` of this stage, or the executable that is given. */
  agency(words: readonly string[], options?: AgencyOptions): AgencyProcess
}

interface AgencyOptions {
  readonly executable?: Executable
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string | Uint8Array<ArrayBuffer>
  readonly cwd?: string
}

interface AgencyProcess {
  readonly pid: number
  kill(signal: NodeJS.Signals): void
  /** Resolves when its output holds this text. */
  until(text: string): Promise<void>
  /** What it has written to stdout and stderr so far. */
  heard(): string
  readonly done: Promise<{ code: number; stdout: string; stderr: string }>
}

/** The words that start `agency`. */
export type Executable = readonly string[]

/** With all its packages beside it, Playwright's among them: a session has a browser. */
export const fromSource: Executable = [process.execPath, join(root, 'apps/cli/src/main.ts')]

/** What people have: the executable alone. It starts in a third of the time, and without a browser. */
export async function asCompiled(): Promise<Executable> {
  const { directory } = await compileAgency()
  return [join(directory, 'agency')]
}

/** Turns in YAML, as a rehearsal script has them. */
export async function setStage(turns: string, executable?: Executable): Promise<Stage> {
  const script = parseScript(`rehearsal: 1\nname: stage\n${turns}`, 'stage.yaml')
  if (!script.ok) throw script.error
  return await setStageFor(script.value, executable)
}

export async function setStageFor(
  script: Script,
  executable: Executable = fromSource,
): Promise<Stage> {
  const directory = await temporaryDirectory()
  const requests: RehearsalRequest[] = []
  const server = createRehearsalServer({ script, onRequest: (request) => requests.push(request) })
  const model = { ...server, requests }
  const project = directory.join('project')
  mkdirSync(project)
  const environment: Record<string, string> = {
    ...isolatedEnvironment(directory.path, model.url),
    CLAUDE_BIN: findClaudeBinary(),
  }
  const running = new Set<AgencyProcess>()
  return {
    project,
    directory: directory.path,
    model,
    environment,
    runner: (options = {}) =>
      new ClaudeCodeRunner({
        environment,
        workingDir: project,
        configuration: { environment: { IS_SANDBOX: '1' } },
        ...options,
      }),
    agency(words, options = {}) {
      const started = start(words, { cwd: project, executable, ...options }, environment)
      running.add(started)
      void started.done.then(() => running.delete(started))
      return started
    },
    async [Symbol.asyncDispose]() {
      for (const left of running) left.kill('SIGKILL')
      await Promise.all([...running].map((left) => left.done))
      await model[Symbol.asyncDispose]()
      await directory[Symbol.asyncDispose]()
    },
  }
}

function start(
  words: readonly string[],
  options: AgencyOptions & { cwd: string; executable: Executable },
  environment: Record<string, string>,
): AgencyProcess {
  const child = Bun.spawn([...options.executable, ...words], {
    cwd: options.cwd,
    env: { ...environment, ...options.environment },
    stdin: options.stdin === undefined ? 'ignore' : Buffer.from(options.stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let stdout = ''
  let stderr = ''
  let onOutput = () => {}
  const heard = () => stdout + stderr
  const listen = async (stream: ReadableStream<Uint8Array>, take: (text: string) => void) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      take(decoder.decode(chunk, { stream: true }))
      onOutput()
    }
  }
  const listening = Promise.all([
    listen(child.stdout, (text) => {
      stdout += text
    }),
    listen(child.stderr, (text) => {
      stderr += text
    }),
  ])
  const done = listening.then(async () => ({ code: await child.exited, stdout, stderr }))
  return {
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    heard,
    until: (text) =>
      new Promise((resolve, reject) => {
        onOutput = () => {
          if (heard().includes(text)) resolve()
        }
        onOutput()
        void done.then(() => reject(new Error(`ended before it said "${text}": ${heard()}`)))
      }),
    done,
  }
}
