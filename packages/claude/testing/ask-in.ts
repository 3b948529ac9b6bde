import { createAIRequest } from '@agency/core'
import { ClaudeCodeRunner } from '../src/cli/claude-code-runner.ts'

/** Asks in the directory that is given, never as root, and tells how it was refused. */
const nobody = 65534
if (process.getuid?.() === 0) {
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}
const [, , workingDir = ''] = process.argv
const runner = new ClaudeCodeRunner({ environment: {}, workingDir: '/' })
const request = createAIRequest('go', { workingDir })
const { kind, message } = await runner
  .run(request, new AbortController().signal)
  .then(() => ({ kind: undefined, message: 'it was not refused' }))
  .catch((error) => error)
console.log(JSON.stringify({ kind, message }))
