import type { Deliverable, RunEvent } from '@agency/core'
import { describe, expect, test } from 'vitest'
import { createBoardState, follow } from './board-state.ts'
import { renderBoard } from './render-board.ts'
import {
  modelSigned,
  open,
  runStarted,
  said,
  sessionEnded,
  sessionStarted,
  startedAt,
  toolCalled,
  verified,
} from './sample-run.ts'

const plain = { color: false }
const wide = { columns: 79, rows: 23 }

function board(events: readonly RunEvent[], size = wide, maxBudgetUsd?: number, later = 65_000) {
  const now = startedAt + later
  const initial = createBoardState(startedAt, maxBudgetUsd)
  const state = events.reduce((before, event) => follow(before, event, startedAt), initial)
  return renderBoard(state, size, plain, now)
}

function many(count: number): RunEvent {
  const deliverables = Array.from({ length: count }, (_, index): Deliverable => {
    const id = `DL-${String(index + 1).padStart(3, '0')}`
    return index < count - 4 ? { ...verified, id } : { ...open, id, name: `Behaviour ${index + 1}` }
  })
  return { type: 'run_started', status: { deliverables }, at: new Date(startedAt) }
}

const working = [runStarted, sessionStarted, toolCalled('Bash', { command: 'bun test' })]
const refused: RunEvent = {
  type: 'gate',
  deliverableId: 'DL-001',
  outcome: 'refused',
  detail: 'bun test tests/greet.test.ts: 1 of 3 tests failed',
}

describe('the board', () => {
  test('shows every deliverable with its state, the time, the money and what goes on', () => {
    expect(board(working, wide, 5)).toMatchInlineSnapshot(`
      [
        "2 of 4 passed, 1 blocked · 1m 05s · $0.00, $5.00 left · session 1",
        "",
        "  · DL-001  A name is greeted                   open",
        "  ✓ DL-002  A missing name is a usage error     verified",
        "  ✓ DL-003  The README shows how to install it  self-reported",
        "  ✗ DL-004  It is published to the registry     blocked",
        "",
        "⠋ coding 1m 05s: Bash bun test",
      ]
    `)
  })

  test('shows a claim while it is checked, and why it was refused until it is accepted', () => {
    const claim = toolCalled('mcp__autonoe-deliverable__set_deliverable_status', {
      deliverableId: 'DL-001',
      passed: true,
    })
    const checking = board([...working, claim])
    expect(checking[2]).toContain('? DL-001')
    expect(checking[2]).toMatch(/checking$/)
    expect(checking.at(-1)).toMatch(/coding 1m 05s: checking the claim that DL-001 is done$/)
    expect(board([...working, claim, refused])).toMatchInlineSnapshot(`
      [
        "2 of 4 passed, 1 blocked · 1m 05s · $0.00 · session 1",
        "",
        "  ! DL-001  A name is greeted                 refused: bun test tests/greet.te…",
        "  ✓ DL-002  A missing name is a usage error   verified",
        "  ✓ DL-003  The README shows how to install…  self-reported",
        "  ✗ DL-004  It is published to the registry   blocked",
        "",
        "⠋ coding 1m 05s: set_deliverable_status DL-001",
      ]
    `)
    const accepted: RunEvent = { ...refused, outcome: 'accepted', detail: '3 tests passed' }
    expect(board([...working, claim, refused, accepted])[2]).toMatch(/open$/)
  })

  test('shows which pass is checked again before a success, how many there are, and why', () => {
    const because = 'the project has changed since it passed'
    const check: RunEvent = {
      type: 'recheck',
      deliverableId: 'DL-002',
      number: 1,
      total: 2,
      because,
    }
    const lines = board([...working, sessionEnded(0), check])
    expect(lines[3]).toMatch(/\? DL-002 .*checking$/)
    expect(lines.at(-1)).toMatch(/checking again, 1 of 2: the project has changed since it passed$/)
  })

  test('shows why a pass was lost in an earlier run', () => {
    const lost = { ...open, lostPass: { reason: 'changed;\n1 test failed' } }
    const started: RunEvent = { ...runStarted, status: { deliverables: [lost] } } as RunEvent
    expect(board([started])[2]).toMatch(/! DL-001 .*refused: changed; 1 test failed$/)
  })

  test('names the model that answered, and adds up the cost of the sessions', () => {
    const events = [...working, modelSigned('rehearsal'), sessionEnded(0.25), sessionEnded(0.5)]
    expect(board(events)[0]).toBe(
      '2 of 4 passed, 1 blocked · 1m 05s · $0.75 · session 1 · model rehearsal',
    )
    expect(board(events, wide, 1)[0]).toContain('$0.75, $0.25 left')
  })

  test('counts down while it waits', () => {
    const until = new Date(startedAt + 3 * 3_600_000)
    const quota: RunEvent = { type: 'waiting', reason: 'quota', until }
    expect(board([...working, quota]).at(-1)).toMatch(
      /usage limit reached; going on in 2h 58m, at 2026-01-01T03:00:00.000Z$/,
    )
    const delay: RunEvent = {
      type: 'waiting',
      reason: 'delay',
      until: new Date(startedAt + 67_400),
    }
    expect(board([...working, delay]).at(-1)).toMatch(/next session in 2\.4s$/)
  })

  test('says so before anything is planned', () => {
    const planning: RunEvent = { type: 'session_started', session: 1, instruction: 'initializer' }
    expect(board([planning, said('Reading\nthe spec.')])).toEqual([
      'nothing planned yet · 1m 05s · $0.00 · session 1',
      expect.stringMatching(/^. planning 1m 05s: Reading the spec\.$/),
    ])
  })
})

describe('where there is little room', () => {
  test('a narrow board leaves out labels and the lesser facts', () => {
    expect(board([...working, refused], { columns: 39, rows: 23 })).toMatchInlineSnapshot(`
      [
        "2 of 4 passed, 1 blocked · 1m 05s",
        "",
        "  ! DL-001  A name is greeted          ",
        "  ✓ DL-002  A missing name is a usage …",
        "  ✓ DL-003  The README shows how to in…",
        "  ✗ DL-004  It is published to the reg…",
        "",
        "⠋ coding 1m 05s: Bash bun test",
      ]
    `)
  })

  test('a short board shows what is left to do, then the latest, and counts the rest', () => {
    expect(
      board([many(40), ...working.slice(1)], { columns: 79, rows: 11 }),
    ).toMatchInlineSnapshot(`
      [
        "36 of 40 passed · 1m 05s · $0.00 · session 1",
        "",
        "  ✓ DL-035  A missing name is a usage error  verified",
        "  ✓ DL-036  A missing name is a usage error  verified",
        "  · DL-037  Behaviour 37                     open",
        "  · DL-038  Behaviour 38                     open",
        "  · DL-039  Behaviour 39                     open",
        "  · DL-040  Behaviour 40                     open",
        "  … 34 more: 34 passed",
        "",
        "⠋ coding 1m 05s: Bash bun test",
      ]
    `)
  })

  test('no line is too wide and there are never too many, however small the terminal', () => {
    const events = [many(40), ...working.slice(1), refused]
    const misfits: string[] = []
    for (const sample of [events, working, [...working, refused]]) {
      for (let columns = 22; columns < 120; columns += 11) {
        for (let rows = 1; rows < 30; rows += 3) {
          const lines = board(sample, { columns, rows })
          const widest = Math.max(...lines.map((line) => Bun.stringWidth(line)))
          if (lines.length > rows || widest > columns) misfits.push(`${columns}x${rows}`)
        }
      }
    }
    expect(misfits).toEqual([])
  })

  test('names with wide characters, emoji or control codes stay in their column', () => {
    const names = ['日本語の長い名前を持つ成果物', '👩‍👩‍👧 families', 'a\u001B[2Jb\nc']
    const deliverables = names.map((name, index) => ({ ...open, id: `DL-00${index}`, name }))
    const lines = board([{ type: 'status_changed', status: { deliverables } }]).slice(2, 5)
    expect(new Set(lines.map((line) => Bun.stringWidth(line))).size).toBe(1)
    expect(lines.join('')).not.toContain('\u001B')
  })
})

test('colour changes nothing but the colour', () => {
  const state = follow(createBoardState(startedAt), runStarted, startedAt)
  const coloured = renderBoard(state, wide, { color: true }, startedAt)
  expect(coloured.join('\n')).toContain('\u001B[')
  expect(coloured.map((line) => Bun.stripANSI(line))).toEqual(
    renderBoard(state, wide, plain, startedAt),
  )
})
