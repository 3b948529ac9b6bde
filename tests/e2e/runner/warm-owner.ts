import { ClaudeCodeRunner } from '@agency/claude'

/** Prepares a warm process, says so, and waits to be killed. */
const runner = new ClaudeCodeRunner({ environment: process.env, workingDir: process.cwd() })
console.log((await runner.prepare()) ? 'prepared' : 'failed')
await new Promise(() => setInterval(() => {}, 60_000))
