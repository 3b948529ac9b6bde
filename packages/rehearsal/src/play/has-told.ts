import { blocksOf, type Message, textOf } from '../api/request.ts'
import type { Turn } from '../script/schema.ts'
import { fillText, MissingValueError } from '../script/template.ts'
import { dueTurn, isNoTurn } from './due-turn.ts'

/** Whether these turns may have said what is answered in these messages; nobody has where nothing is. */
export function hasTold(
  turns: readonly Turn[],
  messages: readonly Message[],
  cwd: string | undefined,
): boolean {
  if (!messages.some(({ role }) => role === 'assistant')) return false
  return messages.every((message, position) => {
    if (message.role !== 'assistant') return true
    const { turn, values } = dueTurn(turns, messages.slice(0, position), cwd)
    if (isNoTurn(turn, message)) return true
    if (turn === undefined) return false
    try {
      return fillText(turn.say ?? quietEnd, values).trim() === saidIn(message)
    } catch (error) {
      if (error instanceof MissingValueError) return false
      throw error
    }
  })
}

/** What a turn says that is only a fault, once the fault is over. */
export const quietEnd = 'Done.'

function saidIn(message: Message): string {
  return blocksOf(message).map(textOf).join('').trim()
}
