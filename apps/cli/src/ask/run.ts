import { resolve } from 'node:path'
import { ClaudeCodeRunner, secretsIn } from '@agency/claude'
import {
  type AIResult,
  ClaudeInvocationError,
  createLogger,
  type InvocationFailure,
  silentLogger,
  systemClock,
} from '@agency/core'
import type { CommandBody, Context, Invocation } from '../frame/command.ts'
import { printable } from '../frame/printable.ts'
import { switchOption } from '../frame/read-option.ts'
import { withModel } from '../frame/rehearsal-model.ts'
import { reportError } from '../frame/report-error.ts'
import { createProgress } from './progress.ts'
import { readRequest } from './read-request.ts'
import { failedResult, summarize, summarizeFailure } from './summary.ts'

/** A person waits: what does not end by itself after Ctrl-C is ended soon. */
const cancelGraceMs = 1_000

/** Nothing was started, so there is no model to be named. */
const unstarted: ReadonlySet<InvocationFailure> = new Set<InvocationFailure>([
  'not-installed',
  'bad-configuration',
  'bad-request',
])

export const run: CommandBody = async (invocation, context) => {
  const { request, environment } = await readRequest(invocation, context)
  const json = switchOption(invocation, 'json')
  await using runner = new ClaudeCodeRunner({
    environment: context.environment,
    workingDir: resolve(context.workingDirectory),
    configuration: { environment },
    cancelGraceMs,
    logger: debugLogger(invocation, context),
  })
  const itsEnvironment = { ...context.environment, ...environment }
  using progress = createProgress(context.stderr, systemClock)
  const startedAt = systemClock.now()
  try {
    const ended = await runner.run(request, context.interrupted, progress.show)
    const result = await withModel(ended, itsEnvironment)
    progress.end()
    report(result, json, context)
    return result.success ? 0 : 1
  } catch (error) {
    progress.endUnanswered()
    if (!(error instanceof ClaudeInvocationError)) throw error
    const ended = failedResult(error, systemClock.now() - startedAt)
    const failed = unstarted.has(error.kind) ? ended : await withModel(ended, itsEnvironment)
    const code = reportError(error, context)
    context.stderr.write(summarizeFailure(failed, context.stderr))
    if (json) context.stdout.write(`${JSON.stringify(failed, null, 2)}\n`)
    return code
  }
}

/** Where the result cannot be written, as on a full disk, what it has cost is told all the same. */
function report(result: AIResult, json: boolean, context: Context): void {
  try {
    writeResult(result, json, context)
  } finally {
    context.stderr.write(summarize(result, context.stderr))
  }
}

function writeResult(result: AIResult, json: boolean, context: Context): void {
  if (json) context.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  // Where Claude gives the reason of a failure as its answer, there is no answer.
  else if (result.output !== '' && result.output !== result.error) {
    const apart = context.stderr.isTerminal ? '\n' : ''
    context.stderr.write(apart)
    // A program gets every byte of it, a terminal only what can be read.
    const output = context.stdout.isTerminal ? printable(result.output) : result.output
    context.stdout.write(`${output}\n`)
    context.stderr.write(apart)
  }
}

function debugLogger(invocation: Invocation, context: Context) {
  if (!switchOption(invocation, 'debug')) return silentLogger
  return createLogger({
    component: 'ask',
    level: 'debug',
    clock: systemClock,
    write: (line) => context.stderr.writeProgress(`${line}\n`),
    secrets: secretsIn(context.environment),
  })
}
