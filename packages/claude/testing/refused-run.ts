import { createAIRequest, systemClock } from '@agency/core'
import { ClaudeCodeRunner } from '../src/cli/claude-code-runner.ts'

/**
 * A process of its own whose run, in the directory that is given, is to be refused. It tells how, what
 * was started and how often it waited. There is no claude on its PATH, and it never asks as root, to whom
 * no directory is closed.
 */
const nobody = 65534
if (process.getuid?.() === 0) {
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}
const [, , workingDir = '/'] = process.argv
const started: string[] = []
let waits = 0
const runner = new ClaudeCodeRunner({
  environment: { PATH: '/nowhere' },
  workingDir: '/',
  executor: {
    start({ executable }) {
      started.push(executable)
      throw new Error('nothing was to be started')
    },
  },
  clock: {
    ...systemClock,
    sleep(milliseconds, signal) {
      waits++
      return systemClock.sleep(milliseconds, signal)
    },
  },
})
const { kind, message } = await runner
  .run(createAIRequest('go', { workingDir }), new AbortController().signal)
  .then(() => ({ kind: undefined, message: 'it was not refused' }))
  .catch((error) => error)
console.log(JSON.stringify({ kind, message, started, waits }))
