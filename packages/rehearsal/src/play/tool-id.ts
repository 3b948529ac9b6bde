import { blocksOf, type Message } from '../api/request.ts'

/** A tool call's id tells which turn of which scripted conversation made it. */
export function toolId(conversation: number, turn: number, call: number): string {
  return `toolu_rehearsal_${conversation}_${turn}_${call}`
}

export function turnOfToolId(message: Message): number | undefined {
  return readToolId(message)?.turn
}

export function conversationOfToolIds(messages: readonly Message[]): number | undefined {
  for (const message of messages) {
    const found = readToolId(message)
    if (found) return found.conversation
  }
  return undefined
}

function readToolId(message: Message): { conversation: number; turn: number } | undefined {
  for (const block of blocksOf(message)) {
    const match = /^toolu_rehearsal_(\d+)_(\d+)_\d+$/.exec(block.id ?? '')
    if (match) return { conversation: Number(match[1]), turn: Number(match[2]) }
  }
  return undefined
}
