import {
  assertNever,
  type RunEvent,
  type SessionResult,
  type StreamEvent,
  type ToolFailure,
} from '@agency/core'
import { describeToolCall } from '../../frame/describe-tool-call.ts'
import { cut, oneLine } from '../../frame/one-line.ts'
import { paint } from '../../frame/terminal.ts'
import { describeTally, formatUsd, tallyOf } from '../tally.ts'
import type { BoardState } from './board-state.ts'
import { describeChanges } from './describe-changes.ts'
import type { Paper } from './paper.ts'

const longest = 160

/**
 * An event as lines to keep, with the states before and after it. The start and the end of a session, its errors
 * and the wait for a usage limit are told by the loop's own log messages, not here.
 */
export function describeEvent(
  event: RunEvent,
  before: BoardState,
  after: BoardState,
  paper: Paper,
): string[] {
  switch (event.type) {
    case 'run_started':
      return [
        event.status.deliverables.length === 0
          ? 'nothing is planned yet'
          : `going on: ${describeTally(tallyOf(event.status))}`,
      ]
    case 'session_started':
    case 'waiting':
    case 'run_ended':
      return []
    case 'agent':
      return describeAgent(event.event, paper)
    case 'status_changed':
      return describeChanges(before.status, after.status, paper)
    case 'gate': {
      const id = oneLine(event.deliverableId)
      const detail = cut(oneLine(event.detail), longest)
      const again = event.again === true
      return event.outcome === 'accepted'
        ? [`  ${paint(paper, 'green', '✓')} ${id} ${again ? 'still holds' : 'accepted'}: ${detail}`]
        : [
            `  ${paint(paper, 'yellow', '!')} ${id} ${again ? 'lost its pass' : 'refused'}: ${detail}`,
          ]
    }
    case 'recheck': {
      const { deliverableId, number, total, because } = event
      return [`  ? ${oneLine(deliverableId)} checked again, ${number} of ${total}: ${because}`]
    }
    case 'session_ended':
      return [describeProgress(event.result, after, paper)]
    default:
      return assertNever(event)
  }
}

/** In the answer to a claim that was refused, which the done gate has told by then. */
const refusedClaim: ToolFailure = 'VERIFICATION_FAILED'

function describeProgress(result: SessionResult, state: BoardState, paper: Paper): string {
  const passed = `${result.deliverablesPassedCount} of ${result.deliverablesTotalCount} passed`
  return paint(paper, 'dim', `  ${passed} · ${formatUsd(state.costUsd)} so far`)
}

function describeAgent(event: StreamEvent, paper: Paper): string[] {
  switch (event.type) {
    case 'agent_text': {
      const text = cut(oneLine(event.text), longest)
      return text === '' ? [] : [paint(paper, 'dim', `  ${text}`)]
    }
    case 'tool_invocation':
      return [`  ${describeToolCall(event.name, event.input)}`]
    case 'tool_response': {
      if (!event.isError || event.content.includes(refusedClaim)) return []
      return [`  ${paint(paper, 'red', '✗')} ${cut(oneLine(event.content), longest)}`]
    }
    case 'session_end':
      return []
    default:
      return assertNever(event)
  }
}
