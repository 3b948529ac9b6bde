import type { Deliverable, RunEvent, RunOutcome, RunResult, ToolResult } from '@agency/core'
import { fakeClock, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { recordingContext } from '../frame/recording-context.ts'
import {
  everyState,
  modelSigned,
  result,
  runStarted,
  said,
  sessionEnded,
  sessionStarted,
  toolCalled,
} from './board/sample-run.ts'
import { type Outlet, showRun } from './run.ts'

interface Play {
  readonly events?: readonly RunEvent[]
  readonly result?: Partial<RunResult>
  readonly options?: { json?: boolean; debug?: boolean }
  readonly terminal?: boolean
  readonly meanwhile?: (outlet: Outlet) => void
}

/** A run that tells the events and ends with the result. */
async function play({ events = [], options, terminal = false, meanwhile, ...play }: Play) {
  const { context, out, errors } = recordingContext(
    { program: 'autonoe' },
    terminal ? { isTTY: true, columns: 80, rows: 24 } : {},
  )
  const ended = { ...result, ...play.result }
  const exitCode = await showRun({
    options: { json: false, debug: false, maxBudgetUsd: undefined, ...options },
    context,
    clock: fakeClock(),
    secrets: ['hunter2-hunter2'],
    start: async (outlet) => {
      for (const event of events) outlet.listener(event)
      meanwhile?.(outlet)
      outlet.listener({ type: 'run_ended', result: ended })
      return ended
    },
  })
  return { exitCode, out: out(), errors: errors() }
}

const wholeRun = [
  runStarted,
  sessionStarted,
  said('I begin with the tests.'),
  toolCalled('Bash', { command: 'bun test' }),
  said('All done.'),
  modelSigned('claude-opus-4-5'),
  sessionEnded(0.3),
]

describe('the exit code', () => {
  verifies(
    'AUT-151',
    'is 0 when all that can be done is done, with or without a session',
    async () => {
      for (const iterations of [0, 3]) {
        const done = { success: true, outcome: 'all_passed', iterations } as const
        expect((await play({ result: done })).exitCode).toBe(0)
      }
    },
  )

  verifies('AUT-152', 'is 1 when a run ends short of its goal', async () => {
    const short: RunOutcome[] = [
      'max_iterations',
      'budget',
      'all_blocked',
      'stalled',
      'quota',
      'failed',
    ]
    for (const outcome of short) expect((await play({ result: { outcome } })).exitCode).toBe(1)
  })

  verifies('AUT-153', 'is 130 when the run was interrupted', async () => {
    const interrupted = { outcome: 'interrupted', interrupted: true } as const
    expect((await play({ result: interrupted })).exitCode).toBe(130)
  })
})

describe('into a pipe', () => {
  verifies(
    ['AUT-017', 'AUT-028', 'AUT-056'],
    'a run is lines, and a summary at the end',
    async () => {
      const { out } = await play({ events: wholeRun })
      expect(out).toMatchInlineSnapshot(`
        "going on: 2 of 4 passed, 1 blocked
          I begin with the tests.
          Bash bun test
          2 of 4 passed · $0.30 so far

          · DL-001  A name is greeted                   open
          ✓ DL-002  A missing name is a usage error     verified       .autonoe/evidence/DL-002-1.json
          ✓ DL-003  The README shows how to install it  self-reported  the agent says so
          ✗ DL-004  It is published to the registry     blocked        see .autonoe-note.txt

        out of sessions: the limit of 2 sessions is reached
        2 of 4 passed, 1 blocked · 2 sessions · $0.42 · 2m 05s
        "
      `)
      expect(out).not.toContain('\u001B')
    },
  )

  test('what is planned, blocked or no longer passed is told once', async () => {
    const [open, verified, , blocked] = everyState.deliverables
    const change = (...deliverables: Deliverable[]): RunEvent => {
      return { type: 'status_changed', status: { deliverables } }
    }
    const { proof: _, ...lost } = { ...verified, passed: false }
    const { out } = await play({
      events: [
        change(open, verified),
        change(open, verified),
        change({ ...open, blocked: true }, lost),
        change({ ...open, blocked: true }, lost, blocked),
      ],
    })
    expect(out.split('\n\n')[0]?.split('\n')).toEqual([
      '  + DL-001 planned: A name is greeted',
      '  + DL-002 planned: A missing name is a usage error',
      '  ✗ DL-001 blocked',
      '  ! DL-002 no longer passed',
      '  + DL-004 planned: It is published to the registry',
    ])
  })

  test('a failed tool is told, and a refused claim once, by the gate', async () => {
    const failed = (content: string): RunEvent => {
      const event = { type: 'tool_response', toolUseId: '1', content, isError: true } as const
      return { type: 'agent', session: 1, event }
    }
    const answer: ToolResult = {
      success: false,
      message: 'DL-001 has not passed: 1 test failed',
      error: 'VERIFICATION_FAILED',
    }
    const { out } = await play({
      events: [
        failed('no such\nfile'),
        { type: 'gate', deliverableId: 'DL-001', outcome: 'refused', detail: '1 test failed' },
        failed(JSON.stringify(answer)),
      ],
    })
    expect(out.split('\n\n')[0]).toBe('  ✗ no such file\n  ! DL-001 refused: 1 test failed')
  })

  test('the final check says what it looks at, why, and which pass is lost, once', async () => {
    const [, verified] = everyState.deliverables
    const { proof: _, ...open } = { ...verified, passed: false }
    const because = 'the project has changed since it passed'
    const check = { type: 'recheck', total: 2, because } as const
    const { out } = await play({
      events: [
        runStarted,
        { ...check, deliverableId: 'DL-001', number: 1 },
        {
          type: 'gate',
          deliverableId: 'DL-001',
          outcome: 'accepted',
          detail: 'verified',
          again: true,
        },
        { ...check, deliverableId: 'DL-002', number: 2 },
        {
          type: 'status_changed',
          status: { deliverables: [{ ...open, lostPass: { reason: 'x', evidence: 'a.json' } }] },
        },
        {
          type: 'gate',
          deliverableId: 'DL-002',
          outcome: 'refused',
          detail: `${because}; 1 test failed`,
          again: true,
        },
      ],
    })
    expect(out.split('\n').slice(1, 7)).toEqual([
      '  ? DL-001 checked again, 1 of 2: the project has changed since it passed',
      '  ✓ DL-001 still holds: verified',
      '  ? DL-002 checked again, 2 of 2: the project has changed since it passed',
      '  ! DL-002 lost its pass: the project has changed since it passed; 1 test failed',
      '',
      '  · DL-002  A missing name is a usage error  open  lost its pass: .autonoe/evidence/a.json',
    ])
  })

  test.each<[Partial<RunResult>, string]>([
    [
      { outcome: 'all_blocked', reason: 'none of 1 deliverable can be done here: DL-004' },
      'all blocked: none of 1 deliverable can be done here: DL-004\nThe reasons are in .autonoe-note.txt. Where one no longer holds, set "blocked" to false in .autonoe/status.json and run again.\n',
    ],
    [
      { outcome: 'stalled', reason: 'Invalid API key', cause: 'authentication' },
      'stalled: Invalid API key\nClaude rejected the credentials: set ANTHROPIC_API_KEY to a valid key, or start "claude" and type /login.\n',
    ],
  ])('where a person has to act, the end says how', async (ended, says) => {
    expect((await play({ result: ended })).out).toContain(says)
  })
})

describe('on a terminal', () => {
  test('a board is drawn, then taken away for the summary, and the cursor is there again', async () => {
    const { out } = await play({ events: wholeRun, terminal: true })
    expect(out).toContain('\u001B[?25l')
    expect(Bun.stripANSI(out)).toContain('coding 0.0s: Bash bun test')
    expect(out.lastIndexOf('\u001B[?25h')).toBeGreaterThan(out.lastIndexOf('\u001B[?25l'))
    expect(Bun.stripANSI(out)).toMatch(
      /2 of 4 passed, 1 blocked · 2 sessions · \$0\.42 · 2m 05s\n$/,
    )
  })

  verifies('AUT-028', 'the cost so far is shown after each session', async () => {
    const { out } = await play({ events: [...wholeRun, sessionEnded(0.12)], terminal: true })
    const shown = Bun.stripANSI(out)
    expect(shown).toContain('  2 of 4 passed · $0.30 so far\n')
    expect(shown).toContain('  2 of 4 passed · $0.42 so far\n')
  })

  test('the cursor comes back when the run breaks', async () => {
    const { context, out } = recordingContext({}, { isTTY: true })
    const running = showRun({
      options: { json: false, debug: false, maxBudgetUsd: undefined },
      context,
      clock: fakeClock(),
      secrets: [],
      start: async ({ listener }) => {
        listener(runStarted)
        throw new Error('disk full')
      },
    })
    await expect(running).rejects.toThrow('disk full')
    expect(out()).toMatch(/\?25h$/)
  })

  test('an interruption is acknowledged at once', async () => {
    const interruption = new AbortController()
    const { context, out } = recordingContext({ interrupted: interruption.signal }, { isTTY: true })
    await showRun({
      options: { json: false, debug: false, maxBudgetUsd: undefined },
      context,
      clock: fakeClock(),
      secrets: [],
      start: async ({ listener }) => {
        listener(runStarted)
        interruption.abort()
        expect(out()).toContain('stopping')
        expect(out()).toMatch(/\?25h$/)
        return result
      },
    })
  })
})

test('--json is one event a line on stdout, and nothing else', async () => {
  const { out, errors } = await play({
    events: wholeRun,
    options: { json: true },
    result: { outcome: 'failed', error: new Error('disk full') },
    meanwhile: ({ logger }) => logger.info('Session 1 started'),
  })
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.map(({ type }) => type)).toEqual([...wholeRun.map(({ type }) => type), 'run_ended'])
  expect(events[0]).toMatchObject({ status: everyState, at: '2026-01-01T00:00:00.000Z' })
  expect(events.at(-1).result.error).toEqual({ name: 'Error', message: 'disk full' })
  expect(errors).toBe('Session 1 started\n')
})

verifies(
  'AUT-157',
  'the rehearsal model is named, in every form of output; Claude never so',
  async () => {
    for (const form of [{}, { terminal: true }, { options: { json: true } }]) {
      const events = (model: string) => [runStarted, modelSigned(model), sessionEnded(0)]
      expect((await play({ ...form, events: events('rehearsal') })).out).toContain('rehearsal')
      expect((await play({ ...form, events: events('claude-opus-4-5') })).out).not.toContain(
        'rehearsal',
      )
    }
  },
)

test('messages of the loop go beside the board, what a person should know to stdout', async () => {
  const meanwhile = ({ logger }: Outlet) => {
    logger.info('Session 1 started')
    logger.warn('no browser')
    logger.debug('[Send] Read SPEC.md')
  }
  const piped = await play({ meanwhile, options: { debug: true } })
  expect(piped.out).toContain('Session 1 started\n')
  expect(piped.errors).toBe('warning: no browser\n[Send] Read SPEC.md\n')
  const shown = await play({ meanwhile, terminal: true, events: [runStarted] })
  expect(shown.out).toMatch(/\[2K\r.\[\d+ASession 1 started\n/)
})

test('no output has a secret in it, not even the beginning of one that is cut', async () => {
  const command = `echo ${'x'.repeat(84)} hunter2-hunter2`
  const events = [runStarted, sessionStarted, toolCalled('Bash', { command }), sessionEnded(0)]
  for (const form of [{}, { terminal: true }, { options: { json: true } }]) {
    const { out } = await play({ ...form, events })
    expect(out).toContain('xxxx')
    expect(out).not.toContain('hunt')
  }
})
