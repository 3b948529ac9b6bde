import type { Message } from '../api/request.ts'
import { blocksOf, textOf } from '../api/request.ts'
import { type Situation, situationOf } from '../api/situation.ts'
import { capture, matches } from '../script/pattern.ts'
import type { Condition, Turn } from '../script/schema.ts'
import type { Values } from '../script/template.ts'
import { turnOfToolId } from './tool-id.ts'

export interface DueTurn {
  /** From 0; the number of turns when the script is used up. */
  readonly index: number
  readonly turn: Turn | undefined
  readonly values: Values
}

/**
 * Finds the turn that answers these messages, from the messages alone: every answer already in them
 * used up a turn. So it holds after a resume, a repeated request and a restart of the server.
 */
export function dueTurn(
  turns: readonly Turn[],
  messages: readonly Message[],
  cwd: string | undefined,
): DueTurn {
  let next = 0
  const kept: Record<string, string | undefined> = {}
  for (const [position, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const situation = situationOf(messages.slice(0, position), cwd)
    const index = turnOfToolId(message) ?? nextIndex(turns, next, situation)
    const turn = turns[index]
    if (isNoTurn(turn, message)) continue
    if (turn === undefined) break
    Object.assign(kept, captures(turn, situation))
    next = index + 1
  }
  const situation = situationOf(messages, cwd)
  const index = nextIndex(turns, next, situation)
  const turn = turns[index]
  const { prompt, result } = situation
  const values = { ...kept, ...(turn && captures(turn, situation)), prompt, result, cwd }
  return { index, turn, values }
}

function nextIndex(turns: readonly Turn[], from: number, situation: Situation): number {
  for (let index = from; index < turns.length; index++) {
    const condition = turns[index]?.when
    if (condition === undefined || holds(condition, situation)) return index
  }
  return turns.length
}

function holds(condition: Condition, situation: Situation): boolean {
  const { prompt, result, failed } = condition
  return (
    (prompt === undefined || matches(prompt, situation.prompt)) &&
    (result === undefined || matches(result, situation.result ?? '')) &&
    (failed === undefined || failed === situation.failed)
  )
}

function captures(turn: Turn, situation: Situation): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(turn.keep).map(([name, pattern]) => [
      name,
      capture(pattern, situation.result ?? ''),
    ]),
  )
}

/** Whether a message stands in the conversation like an answer, but has used up no turn. */
export function isNoTurn(due: Turn | undefined, message: Message): boolean {
  return isStandIn(message) || (due !== undefined && isUsageLimit(due, message))
}

/** Where an answer was cut off, Claude Code puts this into the conversation when it is resumed. */
function isStandIn(message: Message): boolean {
  return blocksOf(message).map(textOf).join('') === 'No response requested.'
}

function isUsageLimit(turn: Turn, message: Message): boolean {
  const text = blocksOf(message).map(textOf).join('')
  return turn.fault.some((fault) => fault.usage_limit !== undefined && fault.usage_limit === text)
}
