import type { Context, Invocation } from '../frame/command.ts'
import {
  durationOption,
  positiveInteger,
  positiveNumber,
  switchOption,
  textOption,
} from '../frame/read-option.ts'
import { UsageError } from '../frame/usage-error.ts'
import { readProjectDirectory } from './project-directory.ts'

/** What a person asks of a run. */
export interface RunOptions {
  /** Absolute, and there. */
  readonly projectDirectory: string
  readonly maxIterations: number | undefined
  readonly model: string | undefined
  readonly maxBudgetUsd: number | undefined
  /** Milliseconds between two sessions. */
  readonly delayBetweenSessions: number | undefined
  /** Whether to wait for the reset when a usage limit is met. */
  readonly waitForQuota: boolean
  readonly sandbox: boolean
  readonly debug: boolean
  readonly json: boolean
}

/** Throws a UsageError that names the option and what it takes. */
export function readRunOptions(invocation: Invocation, context: Context): RunOptions {
  const model = textOption(invocation, 'model')
  if (model?.trim() === '') throw new UsageError('--model is empty; write the name of a model')
  return {
    maxIterations: positiveInteger(invocation, 'maxIterations', '--max-iterations'),
    model,
    maxBudgetUsd: positiveNumber(invocation, 'maxBudgetUsd', '--max-budget-usd'),
    delayBetweenSessions: durationOption(invocation, 'delay', '--delay'),
    waitForQuota: !switchOption(invocation, 'noWait'),
    sandbox: !switchOption(invocation, 'noSandbox'),
    debug: switchOption(invocation, 'debug'),
    json: switchOption(invocation, 'json'),
    projectDirectory: readProjectDirectory(invocation, context),
  }
}
