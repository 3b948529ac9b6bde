import { blocksOf, type Message, type MessagesRequest, textOf } from './request.ts'

/** What a turn can look at: the conversation as far as the messages go. */
export interface Situation {
  /** The last thing a person (or their program) asked. */
  readonly prompt: string
  /** All results of the latest tool calls, joined by line breaks. */
  readonly result: string | undefined
  readonly failed: boolean
  readonly cwd: string | undefined
}

export function situationOf(messages: readonly Message[], cwd: string | undefined): Situation {
  const results = latestResults(messages)
  return {
    prompt: prompts(messages).at(-1) ?? '',
    result: results.length === 0 ? undefined : results.map(textOf).join('\n'),
    failed: results.some((block) => block.is_error === true),
    cwd,
  }
}

export function firstPrompt(messages: readonly Message[]): string {
  return prompts(messages)[0] ?? ''
}

/** Claude Code names its working directory in the system prompt or in a message beside the prompt. */
export function workingDirectoryOf(request: MessagesRequest): string | undefined {
  const system: Message = { role: 'system', content: request.system ?? '' }
  const texts = [system, ...request.messages].flatMap((message) => blocksOf(message).map(textOf))
  for (const text of texts) {
    const found = /(?:Primary working|Working) directory: (.+)/.exec(text)?.[1]
    if (found) return found.trim()
  }
  return undefined
}

/** What was asked, without what Claude Code adds around it for the model. */
function prompts(messages: readonly Message[]): string[] {
  return messages
    .filter((message) => message.role === 'user')
    .map((message) =>
      blocksOf(message)
        .filter((block) => block.type === 'text')
        .map((block) => textOf(block).trim())
        .filter((text) => text !== '' && !text.startsWith('<system-reminder>'))
        .join('\n'),
    )
    .filter((text) => text !== '')
}

function latestResults(messages: readonly Message[]) {
  const results = (message: Message) =>
    blocksOf(message).filter((block) => block.type === 'tool_result')
  const last = messages.findLastIndex((message) => results(message).length > 0)
  if (last === -1) return []
  // Results of one answer may come in several messages: all since that answer count.
  const answer = messages.findLastIndex(
    (message, index) => index < last && message.role === 'assistant',
  )
  return messages.slice(answer + 1, last + 1).flatMap(results)
}
