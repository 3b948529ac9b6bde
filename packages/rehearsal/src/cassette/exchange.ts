import { z } from 'zod'

/** One request and its answer, as one line of a cassette. */
export const exchangeSchema = z.strictObject({
  cassette: z.literal(1),
  /** Who asked: a session of Claude Code, or one of its sub-agents. */
  conversation: z.string(),
  side: z.boolean(),
  request: z.strictObject({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
  response: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    /** The connection broke before the answer was complete. */
    cut: z.boolean(),
  }),
})

export type Exchange = z.output<typeof exchangeSchema>
