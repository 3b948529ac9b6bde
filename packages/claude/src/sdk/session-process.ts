import { type ChildProcess, spawn } from 'node:child_process'
import { type Clock, systemClock } from '@agency/core'
import type { SpawnedProcess, SpawnOptions } from '@anthropic-ai/claude-agent-sdk'
import { secretsIn } from '../cli/environment.ts'
import { type Guardian, startGuardian } from '../cli/guardian.ts'
import { killStrays, sendSignal } from '../cli/kill-strays.ts'
import { createRedactedTail, type RedactedTail } from '../cli/redacted-tail.ts'
import { createRunTag, type RunTag } from '../cli/run-tag.ts'

/** The claude process of one session, together with its tools and MCP servers. */
export interface SessionProcess {
  /** For the SDK, which calls it at most once. Throws when the session is over already. */
  start(options: SpawnOptions): SpawnedProcess
  /** The end of what it wrote to stderr, without its secrets. */
  stderrTail(): string
  /** Whether it was started, and is no more. */
  hasExited(): boolean
  /** Ends it and all that it started; resolves when nothing of it is left. */
  stop(graceMs: number): Promise<void>
}

export function createSessionProcess(clock: Clock = systemClock): SessionProcess {
  let isOver = false
  let started: { child: ChildProcess; gone: Promise<void> } | undefined
  let tail: RedactedTail | undefined
  return {
    start({ command, args, cwd, env }) {
      if (isOver) throw new Error('the session is over')
      const tag = createRunTag()
      const guardian = startGuardian(tag)
      const child = spawn(command, args, {
        cwd,
        env: { ...env, ...tag.variables },
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      })
      const stderr = createRedactedTail(secretsIn(env))
      child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.add(text))
      tail = stderr
      // A pipe that breaks because the child has gone is told by its exit.
      child.stdin.on('error', () => {})
      started = { child, gone: cleanUpAfter(child, tag, guardian) }
      return child
    },
    stderrTail: () => tail?.text() ?? '',
    hasExited() {
      const child = started?.child
      return child !== undefined && (child.exitCode !== null || child.signalCode !== null)
    },
    async stop(graceMs) {
      isOver = true
      if (started === undefined) return
      const { child, gone } = started
      signalGroup(child, 'SIGTERM')
      const waited = new AbortController()
      await Promise.race([gone, clock.sleep(graceMs, waited.signal).catch(() => {})])
      waited.abort()
      signalGroup(child, 'SIGKILL')
      await gone
    },
  }
}

function cleanUpAfter(child: ChildProcess, tag: RunTag, guardian: Guardian): Promise<void> {
  if (child.pid !== undefined) {
    tag.putOn(child.pid)
    guardian.watch(child.pid)
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return exited.then(async () => {
    signalGroup(child, 'SIGKILL')
    await killStrays(tag)
    await guardian.dismiss()
  })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) sendSignal(-pid, signal)
}
