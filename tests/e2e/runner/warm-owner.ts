import { ClaudeCodeRunner } from '@agency/claude'

/** Prepares a warm process and says so. Then it ends with its work done, or waits to be killed. */
const runner = new ClaudeCodeRunner({ environment: process.env, workingDir: process.cwd() })
console.log((await runner.prepare()) ? 'prepared' : 'failed')
if (process.argv.includes('--leave')) await runner[Symbol.asyncDispose]()
else await new Promise(() => setInterval(() => {}, 60_000))
