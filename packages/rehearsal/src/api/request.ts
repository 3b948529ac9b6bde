import { z } from 'zod'

const block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  text: z.string().optional(),
  content: z.unknown().optional(),
  is_error: z.boolean().nullish(),
})

const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(block)]),
})

/** Only what the server looks at; everything else passes through. */
export const messagesRequestSchema = z.looseObject({
  model: z.string().optional(),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(block)]).optional(),
  tools: z.array(z.unknown()).optional(),
  stream: z.boolean().optional(),
  metadata: z.looseObject({ user_id: z.string().nullish() }).optional(),
})

export type Block = z.output<typeof block>
export type Message = z.output<typeof message>
export type MessagesRequest = z.output<typeof messagesRequestSchema>

export function blocksOf(message: Message): readonly Block[] {
  return typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : message.content
}

/** The words of a block; a tool result's own blocks joined by line breaks. */
export function textOf(block: Block): string {
  if (block.type === 'text') return block.text ?? ''
  if (block.type !== 'tool_result') return ''
  const { content } = block
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => textPart.safeParse(part).data?.text ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

const textPart = z.looseObject({ text: z.string() })
