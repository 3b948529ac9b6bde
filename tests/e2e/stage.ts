import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ClaudeCodeRunner, type ClaudeCodeRunnerOptions } from '@agency/claude'
import { createRehearsalServer, parseScript, type RehearsalServer } from '@agency/rehearsal'
import { findClaudeBinary, isolatedEnvironment, temporaryDirectory } from '@agency/testing'
import { root } from '../sources.ts'

/** A project directory, a rehearsal model and the real Claude Code, apart from everybody else's. */
export interface Stage extends AsyncDisposable {
  readonly project: string
  readonly directory: string
  readonly model: RehearsalServer
  readonly environment: Record<string, string>
  runner(options?: Partial<ClaudeCodeRunnerOptions>): ClaudeCodeRunner
  /** Starts `agency` from its sources, or the executable that is given. */
  agency(words: readonly string[], options?: AgencyOptions): AgencyProcess
}

export interface AgencyOptions {
  readonly executable?: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string
  readonly cwd?: string
}

export interface AgencyProcess {
  readonly pid: number
  kill(signal: NodeJS.Signals): void
  /** Resolves at the first stderr output that holds this text. */
  until(text: string): Promise<void>
  readonly done: Promise<{ code: number; stdout: string; stderr: string }>
}

const fromSource = [process.execPath, join(root, 'apps/cli/src/main.ts')]

/** Turns in YAML, as a rehearsal script has them. */
export async function setStage(turns: string): Promise<Stage> {
  const directory = await temporaryDirectory()
  const script = parseScript(`rehearsal: 1\nname: stage\n${turns}`, 'stage.yaml')
  if (!script.ok) throw script.error
  const model = createRehearsalServer({ script: script.value })
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
      const started = start(words, { cwd: project, ...options }, environment)
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
  options: AgencyOptions & { cwd: string },
  environment: Record<string, string>,
): AgencyProcess {
  const child = Bun.spawn([...(options.executable ?? fromSource), ...words], {
    cwd: options.cwd,
    env: { ...environment, ...options.environment },
    stdin: options.stdin === undefined ? 'ignore' : new TextEncoder().encode(options.stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let stderr = ''
  let heard = () => {}
  const listening = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) {
      stderr += decoder.decode(chunk, { stream: true })
      heard()
    }
  })()
  const done = (async () => {
    const [stdout] = await Promise.all([new Response(child.stdout).text(), listening])
    return { code: await child.exited, stdout, stderr }
  })()
  return {
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    until: (text) =>
      new Promise((resolve, reject) => {
        heard = () => {
          if (stderr.includes(text)) resolve()
        }
        heard()
        void done.then(() => reject(new Error(`ended before it said "${text}": ${stderr}`)))
      }),
    done,
  }
}
