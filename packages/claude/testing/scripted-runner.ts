import { fakeClock } from '@agency/testing'
import { ClaudeCodeRunner, type ClaudeCodeRunnerOptions } from '../src/cli/claude-code-runner.ts'
import { type ScriptedRun, scriptedExecutor } from './scripted-executor.ts'

/** A runner on scripted processes and a clock of its own. Any file that may be run serves as claude. */
export function scriptedRunner(
  runs: readonly ScriptedRun[],
  options: Partial<ClaudeCodeRunnerOptions> = {},
) {
  const executor = scriptedExecutor(...runs)
  const clock = fakeClock()
  const runner = new ClaudeCodeRunner({
    environment: { CLAUDE_BIN: '/bin/sh', PATH: '/usr/bin:/bin' },
    workingDir: '/',
    executor,
    clock,
    random: () => 0.5,
    ...options,
  })
  return { runner, executor, clock, started: executor.started }
}

export const never = new AbortController().signal
