import type { RunOutcome, RunResult } from '@agency/core'
import { describeModel } from '../../frame/describe-model.ts'
import { formatElapsed } from '../../frame/format-elapsed.ts'
import { oneLine } from '../../frame/one-line.ts'
import { paint, type Style, type Terminal } from '../../frame/terminal.ts'
import { deliverableTable } from '../deliverable-table.ts'
import { describeTally, formatUsd } from '../tally.ts'
import type { BoardState } from './board-state.ts'

/** How a run ended: every deliverable with what its state rests on, then the outcome and the figures. */
export function renderSummary(result: RunResult, state: BoardState, paper: Terminal): string {
  const sessions = result.iterations === 1 ? '1 session' : `${result.iterations} sessions`
  const tally = describeTally({
    passed: result.deliverablesPassedCount,
    blocked: result.blockedCount,
    total: result.deliverablesTotalCount,
  })
  const facts = [
    tally,
    sessions,
    formatUsd(result.totalCostUsd),
    formatElapsed(result.totalDuration),
  ].join(' · ')
  const table = deliverableTable(state.status.deliverables, paper)
  const { title, style } = outcomes[result.outcome]
  const reason = oneLine(result.reason)
  const model = describeModel(state.model, paper)
  return [
    '',
    ...(table.length === 0 ? [] : [...table, '']),
    reason === title ? paint(paper, style, title) : `${paint(paper, style, title)}: ${reason}`,
    ...adviceOn(result),
    facts,
    ...(model === '' ? [] : [model]),
    '',
  ].join('\n')
}

const outcomes: Readonly<Record<RunOutcome, { title: string; style: Style }>> = {
  all_passed: { title: 'done', style: 'green' },
  all_blocked: { title: 'all blocked', style: 'red' },
  stalled: { title: 'stalled', style: 'red' },
  budget: { title: 'budget spent', style: 'yellow' },
  quota: { title: 'usage limit reached', style: 'yellow' },
  max_iterations: { title: 'out of sessions', style: 'yellow' },
  interrupted: { title: 'interrupted', style: 'yellow' },
  failed: { title: 'failed', style: 'red' },
}

/** What a person can do about it, where there is something that agency cannot. */
function adviceOn({ outcome, cause }: RunResult): string[] {
  if (outcome === 'all_blocked') return [adviceOnBlocked]
  return cause === 'authentication' ? [adviceOnKey] : []
}

const adviceOnBlocked =
  'The reasons are in .autonoe-note.txt. Where one no longer holds, set "blocked" to false in .autonoe/status.json and run again.'
const adviceOnKey =
  'Claude rejected the credentials: set ANTHROPIC_API_KEY to a valid key, or start "claude" and type /login.'
