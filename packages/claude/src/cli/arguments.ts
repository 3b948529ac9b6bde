import type { AIRequest } from '@agency/core'
import type { Limits } from './tally.ts'

export interface RunnerConfiguration {
  readonly model: string
  readonly timeoutMs: number
  readonly maxBudgetUsd?: number
  readonly maxTurns?: number
  /** Variables for every child, beyond the fixed list that it inherits. */
  readonly environment?: Readonly<Record<string, string>>
}

export const defaultConfiguration: RunnerConfiguration = {
  model: 'sonnet',
  timeoutMs: 30 * 60 * 1000,
}

/** How the prompt goes in and the answer comes out. */
export type Exchange = 'json' | 'events' | 'warm'

/** What Claude is told on its command line; the prompt is not among it. */
export function buildArguments(
  request: Omit<AIRequest, 'prompt'>,
  configuration: RunnerConfiguration,
  exchange: Exchange,
): string[] {
  const systemPrompt = [request.systemPrompt, request.context].filter(Boolean).join('\n\n')
  const { maxBudgetUsd, maxTurns } = limitsOf(request, configuration)
  return [
    '-p',
    ...exchangeArguments(exchange),
    ...flag('--model', request.model ?? configuration.model),
    ...flag('--permission-mode', request.permissionMode),
    ...flag('--append-system-prompt', systemPrompt || undefined),
    ...flag('--max-budget-usd', maxBudgetUsd),
    ...flag('--max-turns', maxTurns),
    ...allowedTools(request.allowedTools ?? []),
  ]
}

/** The limits of a run: the request's, else the configured ones. */
export function limitsOf(request: Limits, configuration: RunnerConfiguration): Limits {
  const maxBudgetUsd = request.maxBudgetUsd ?? configuration.maxBudgetUsd
  const maxTurns = request.maxTurns ?? configuration.maxTurns
  return {
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
  }
}

/** Starts or continues a conversation; never both. */
export function conversationArguments(conversation: {
  readonly kind: 'new' | 'continued'
  readonly sessionId: string
}): string[] {
  return [conversation.kind === 'new' ? '--session-id' : '--resume', conversation.sessionId]
}

function exchangeArguments(exchange: Exchange): string[] {
  if (exchange === 'json') return ['--output-format', 'json']
  const output = ['--output-format', 'stream-json', '--verbose']
  return exchange === 'warm' ? ['--input-format', 'stream-json', ...output] : output
}

function flag(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [name, String(value)]
}

/** The flag takes any number of words, so only this spelling keeps it from eating the next ones. */
function allowedTools(rules: readonly string[]): string[] {
  return rules.length === 0 ? [] : [`--allowedTools=${rules.join(',')}`]
}
