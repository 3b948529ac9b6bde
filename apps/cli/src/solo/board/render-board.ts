import { assertNever } from '@agency/core'
import { formatElapsed } from '../../frame/format-elapsed.ts'
import { cut } from '../../frame/one-line.ts'
import { paint } from '../../frame/terminal.ts'
import { describeTally, formatUsd, tallyOf } from '../tally.ts'
import type { BoardState } from './board-state.ts'
import type { Paper, Size } from './paper.ts'
import { renderRows } from './render-rows.ts'

/** The board as lines, none wider and together no higher than the size. */
export function renderBoard(state: BoardState, size: Size, paper: Paper, now: number): string[] {
  const head = renderHead(state, size.columns, paper, now)
  const foot = renderActivity(state, size.columns, paper, now)
  const room = size.rows - 2
  const airy = room >= Math.min(state.status.deliverables.length, 4) + 2
  const rows = renderRows(state, { ...size, rows: airy ? room - 2 : room }, paper)
  if (rows.length === 0 || size.rows < 3) return [head, foot].slice(0, Math.max(1, size.rows))
  return airy ? [head, '', ...rows, '', foot] : [head, ...rows, foot]
}

/** What matters most stands first; what no longer fits is left out. */
function renderHead(state: BoardState, columns: number, paper: Paper, now: number): string {
  const tally = tallyOf(state.status)
  const facts = [
    tally.total === 0 ? 'nothing planned yet' : describeTally(tally),
    formatElapsed(now - state.startedAt),
    ...money(state),
    ...(state.session === 0 ? [] : [`session ${state.session}`]),
    ...(state.model === undefined ? [] : [`model ${state.model}`]),
  ]
  const fitting: string[] = []
  for (const fact of facts) {
    if (Bun.stringWidth([...fitting, fact].join(separator)) > columns) break
    fitting.push(fact)
  }
  const [first = cut(facts[0] ?? '', columns), ...others] = fitting
  const rest = others.map((fact) => separator + fact).join('')
  return paint(paper, 'bold', first) + paint(paper, 'dim', rest)
}

const separator = ' · '

function money({ costUsd, maxBudgetUsd }: BoardState): string[] {
  if (maxBudgetUsd === undefined) return [formatUsd(costUsd)]
  const left = Math.max(0, maxBudgetUsd - costUsd)
  return [`${formatUsd(costUsd)}, ${formatUsd(left)} left`]
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100

function renderActivity(state: BoardState, columns: number, paper: Paper, now: number): string {
  const frame = frames[Math.floor(now / frameMs) % frames.length] ?? ''
  const text = cut(describeActivity(state, now), columns - 2)
  return `${paint(paper, 'cyan', frame)} ${text}`
}

function describeActivity({ activity, checking, session }: BoardState, now: number): string {
  switch (activity.kind) {
    case 'between-sessions':
      return session === 0 ? 'starting' : 'looking at what was done'
    case 'session': {
      const work = activity.instruction === 'initializer' ? 'planning' : 'coding'
      const label = `${work} ${formatElapsed(now - activity.startedAt)}`
      if (checking !== undefined) return `${label}: checking the claim that ${checking} is done`
      return activity.doing === '' ? label : `${label}: ${activity.doing}`
    }
    case 'final-check': {
      const { number, total, because } = activity
      return `checking again, ${number} of ${total}: ${because}`
    }
    case 'waiting': {
      const left = formatElapsed(Math.max(0, activity.until - now))
      return activity.reason === 'delay'
        ? `next session in ${left}`
        : `usage limit reached; going on in ${left}, at ${new Date(activity.until).toISOString()}`
    }
    case 'stopping':
      return 'stopping'
    default:
      return assertNever(activity)
  }
}
