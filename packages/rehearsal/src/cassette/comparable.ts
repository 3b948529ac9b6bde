import { type MessagesRequest, messagesRequestSchema } from '../api/request.ts'
import { workingDirectoryOf } from '../api/situation.ts'

/**
 * A request without what changes from run to run and from clone to clone: identifiers, dates,
 * durations, directories, the state of the repository, cache marks. Two requests that say the same
 * are equal in this form.
 */
export function comparable(body: unknown): unknown {
  const parsed = messagesRequestSchema.safeParse(body)
  if (!parsed.success) return body
  const { metadata: _, ...request } = parsed.data
  return steady(unify(request), calm(workingDirectoryOf(request)))
}

/** Claude Code writes the same text now as a string, now as a list of blocks. */
function unify(request: MessagesRequest): MessagesRequest {
  return {
    ...request,
    ...(Array.isArray(request.system)
      ? { system: request.system.filter((block) => !block.text?.startsWith(billingMark)) }
      : {}),
    messages: request.messages.map((message) => ({
      ...message,
      content:
        typeof message.content === 'string'
          ? [{ type: 'text', text: message.content }]
          : message.content,
    })),
  }
}

const billingMark = 'x-anthropic-billing-header'

function steady(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => steady(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'cache_control')
      .map(([key, item]) => [key, steady(item, text)]),
  )
}

/** Order matters: a directory may hold an identifier, and is to be seen whole. */
const volatile: readonly (readonly [RegExp, string])[] = [
  // Branch, user, changed files and latest commits, as Claude Code tells them once, at the start.
  [
    /(\bgitStatus(?:\n|: )This is the git status at the start of the conversation)\b.*?\n\nRecent commits:(?:\n[0-9a-f]{4,64} [^\n]*)*\n*/gs,
    '$1 <git status> ',
  ],
  [/(?:\/[^\s/`'"]+)+\/projects\/[^/\s`'"]+\/memory/g, '<memory>'],
  [/(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders\/[^/\s]+\/[^/\s]+\/T)\/[\w.-]+/g, '<tmp>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\btoolu_\w+/g, '<tool call>'],
  [/\ba[0-9a-f]{16}\b/g, '<agent>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?/g, '<date>'],
  [/\b\d\d:\d\d:\d\d\b/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|seconds)\b/g, '<duration>'],
  [/\b(duration_ms: )\d+/g, '$1<duration>'],
  [/^( - (?:Platform|Shell|OS Version): ).+/gm, '$1<system>'],
  [/\b(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
]

function calm(cwd: string | undefined): (text: string) => string {
  return (text) =>
    volatile.reduce(
      (result, [pattern, mark]) => result.replaceAll(pattern, mark),
      cwd === undefined ? text : text.replaceAll(cwd, '<cwd>'),
    )
}
