import { createAIRequest } from '@agency/core'
import { ClaudeCodeRunner } from '../src/index.ts'
import { never } from './scripted-runner.ts'

/** A program for tests that run a runner within a process of a run: the directory of a fake claude is its argument. */
const [workingDir = ''] = process.argv.slice(2)
const environment = { CLAUDE_BIN: `${workingDir}/claude`, PATH: '/usr/bin:/bin' }
await using runner = new ClaudeCodeRunner({ environment, workingDir })
await runner.run(createAIRequest('go'), never)
