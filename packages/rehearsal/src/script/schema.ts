import { z } from 'zod'
import { parsePattern } from './pattern.ts'
import { builtInNames } from './template.ts'

const pattern = z.string().transform((source, context) => {
  try {
    return parsePattern(source)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `not a regular expression: ${String(error)}` })
    return z.NEVER
  }
})

const milliseconds = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s)$/, 'write a time as "300ms" or "2s"')
  .transform((text) => Number.parseFloat(text) * (text.endsWith('ms') ? 1 : 1000))

const positive = z.int().min(1)

const faultKinds = ['status', 'usage_limit', 'cut', 'malformed', 'hang', 'slow', 'delay'] as const

const statuses = [400, 401, 403, 404, 413, 429, 500, 502, 503, 529] as const

const fault = z
  .strictObject({
    /** The API's own error for this status. */
    status: z.literal(statuses, { error: `one of ${statuses.join(', ')}` }).optional(),
    /** In place of the API's usual text for the status. */
    message: z.string().optional(),
    /** Seconds, sent as the `retry-after` header. */
    retry_after: z.number().min(0).optional(),
    usage_limit: z.string().min(1).optional(),
    /** `true` cuts inside the first block of the answer, `late` inside the last. */
    cut: z.union([z.literal(true), z.literal('late')], { error: 'true or late' }).optional(),
    malformed: z.literal(true).optional(),
    hang: z.literal(true).optional(),
    slow: milliseconds.optional(),
    delay: milliseconds.optional(),
    times: z.union([positive, z.literal('always')], { error: 'a number, or "always"' }).default(1),
  })
  .superRefine((value, context) => {
    const kinds = faultKinds.filter((kind) => value[kind] !== undefined)
    if (kinds.length !== 1) {
      const found = kinds.length === 0 ? 'none is given' : `found ${kinds.join(' and ')}`
      context.addIssue({
        code: 'custom',
        message: `a fault is one of ${faultKinds.join(', ')}; ${found} (list several faults to have them in order)`,
      })
    }
    if (value.status === undefined && (value.message ?? value.retry_after) !== undefined) {
      context.addIssue({ code: 'custom', message: 'message and retry_after need a status' })
    }
  })

const toolCall = z
  .record(z.string().min(1), z.record(z.string(), z.unknown()).nullable())
  .superRefine((value, context) => {
    if (Object.keys(value).length === 1) return
    context.addIssue({
      code: 'custom',
      message: 'one tool call is one name with its input, as in "- Bash: { command: ls }"',
    })
  })
  .transform((value) => {
    const [name = '', input] = Object.entries(value)[0] ?? []
    return { name, input: input ?? {} }
  })

const keptName = z
  .string()
  .regex(/^[A-Za-z_][\w-]*$/, 'a name of letters, digits, _ and -')
  .refine((name) => !builtInNames.some((builtIn) => builtIn === name), {
    error: `${builtInNames.join(', ')} have their own values; choose another name`,
  })

const turn = z
  .strictObject({
    when: z
      .strictObject({
        prompt: pattern.optional(),
        result: pattern.optional(),
        failed: z.boolean().optional(),
      })
      .optional(),
    keep: z.record(keptName, pattern).default({}),
    think: z.string().min(1).optional(),
    say: z.string().min(1).optional(),
    do: z.array(toolCall).min(1).default([]),
    usage: z
      .strictObject({
        input_tokens: z.int().min(0).optional(),
        output_tokens: z.int().min(0).optional(),
        cache_creation_input_tokens: z.int().min(0).optional(),
        cache_read_input_tokens: z.int().min(0).optional(),
      })
      .default({}),
    fault: z
      .union([fault, z.array(fault)])
      .default([])
      .transform((value) => [value].flat()),
  })
  .superRefine((value, context) => {
    if (value.say || value.do.length > 0 || value.fault.length > 0) return
    context.addIssue({ code: 'custom', message: 'a turn needs say, do or fault' })
  })

const turns = z.array(turn).min(1)

const conversation = z.strictObject({
  name: z.string().min(1).optional(),
  /** Looks at the first prompt. */
  when: z.strictObject({ prompt: pattern }).optional(),
  repeat: z.boolean().default(false),
  turns,
})

const whatAScriptIs =
  'a script begins with "rehearsal: 1" and has turns, as in "turns: [{ say: hello }]", or conversations'

export const scriptSchema = z
  .strictObject(
    {
      rehearsal: z.literal(1, { error: 'the format version is 1: write "rehearsal: 1"' }),
      name: z.string().min(1).optional(),
      turns: turns.optional(),
      conversations: z.array(conversation).min(1).optional(),
    },
    { error: ({ code }) => (code === 'invalid_type' ? whatAScriptIs : undefined) },
  )
  .superRefine((value, context) => {
    if ((value.turns === undefined) !== (value.conversations === undefined)) return
    context.addIssue({
      code: 'custom',
      message: 'a script has turns, or conversations with turns, and not both',
    })
  })

export type Turn = z.output<typeof turn>
export type Fault = z.output<typeof fault>
export type Condition = NonNullable<Turn['when']>
export type ScriptedConversation = z.output<typeof conversation>

/** A script that is ready to be played. */
export interface Script {
  readonly name: string
  readonly conversations: readonly ScriptedConversation[]
}
