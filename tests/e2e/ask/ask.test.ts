import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReplayServer } from '@agency/rehearsal'
import { verifies } from '@agency/testing'
import { describe, expect, test, vi } from 'vitest'
import { fromSource, setStage } from '../stage.ts'

const work = `
turns:
  - say: I write it.
    do: [ { Write: { file_path: "{{cwd}}/a.txt", content: "one\\n" } } ]
  - say: Now I look.
    do: [ { Bash: { command: "cat a.txt missing.txt" } } ]
  - say: It says one.
  - say: It still does.
`
const allowed = ['--permission-mode', 'acceptEdits', '--allowed-tools', 'Bash(cat *)']

verifies(
  ['CLI-001', 'AUT-157'],
  'the result is on stdout; progress, model, cost, turns, duration and session are on stderr',
  async () => {
    await using stage = await setStage(work)
    const { code, stdout, stderr } = await stage.agency(['ask', 'go', ...allowed]).done
    expect(code).toBe(0)
    expect(stdout).toBe('It says one.\n')
    expect(stderr).toContain(
      'I write it.\n✓ Write a.txt\nNow I look.\n✗ Bash cat a.txt missing.txt\n',
    )
    expect(stderr).toContain('model: rehearsal')
    expect(stderr).toMatch(
      /^\$\d+\.\d{4} · 3 turns · (\d+m )?\d+(\.\d)?s · session [0-9a-f-]{36}$/m,
    )
    expect(stderr).not.toContain('\u001B')
  },
)

verifies(
  ['CLI-001', 'AUT-157'],
  '--json prints the whole result, with the files that changed; its session can be gone on with',
  async () => {
    await using stage = await setStage(work)
    const { code, stdout } = await stage.agency(['ask', 'go', '--json', ...allowed]).done
    expect(code).toBe(0)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      success: true,
      output: 'It says one.',
      model: 'rehearsal',
      numTurns: 3,
      error: '',
      filesChanged: [join(stage.project, 'a.txt')],
    })
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(['sessionId', 'durationMs', 'totalCostUsd', 'outcome']),
    )
    const second = await stage.agency(['ask', 'still?', '--resume', result.sessionId]).done
    expect(second).toMatchObject({ code: 0, stdout: 'It still does.\n' })
  },
)

test('a program that reads the result gets every byte of it', async () => {
  await using stage = await setStage('turns: [ { say: "\\e[31mred\\r\\a" } ]')
  const { stdout } = await stage.agency(['ask', 'go']).done
  expect(stdout).toBe('\u001B[31mred\r\u0007\n')
})

verifies('AUT-157', 'a run on another model than the rehearsal never speaks of it', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const claude = join(stage.directory, 'claude')
  const lines = [
    {
      type: 'assistant',
      message: { model: 'claude-sonnet-5-5', content: [{ type: 'text', text: 'hi' }] },
    },
    { type: 'result', is_error: false, result: 'hi', session_id: 's' },
  ].map((line) => JSON.stringify(line))
  writeFileSync(claude, `#!/bin/sh\ncat <<'E'\n${lines.join('\n')}\nE\n`, { mode: 0o755 })
  const environment = { CLAUDE_BIN: claude }
  for (const words of [
    ['ask', 'go'],
    ['ask', 'go', '--json'],
  ]) {
    const { code, stdout, stderr } = await stage.agency(words, { environment }).done
    expect(code).toBe(0)
    expect(stdout + stderr).not.toMatch(/rehears/i)
  }
})

describe('a run on the rehearsal model that gets no answer says so too', () => {
  verifies('AUT-157', 'when every request is refused', async () => {
    await using stage = await setStage('turns: [ { fault: { status: 400, times: always } } ]')
    const { code, stderr } = await stage.agency(['ask', 'go']).done
    expect(code).toBe(1)
    expect(stderr).toContain('model: rehearsal')
  })

  verifies('AUT-157', 'when it is ended while it waits', async () => {
    await using stage = await setStage('turns: [ { fault: { hang: true, times: always } } ]')
    const asking = stage.agency(['ask', 'go'])
    const paths = () => stage.model.requests.map(({ path }) => path)
    await vi.waitUntil(() => paths().includes('/v1/messages'), { timeout: 60_000 })
    asking.kill('SIGINT')
    const { code, stderr } = await asking.done
    expect(code).toBe(130)
    expect(stderr).toContain('model: rehearsal')
  })

  verifies('AUT-157', 'when a recording has nothing for it', async () => {
    await using stage = await setStage('turns: [ { say: unused } ]')
    await using tape = createReplayServer({ name: 'tape', exchanges: [] })
    const environment = { ANTHROPIC_BASE_URL: tape.url }
    const { stdout, stderr } = await stage.agency(['ask', 'go', '--json'], { environment }).done
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ success: false, model: 'rehearsal' },
      error: expect.stringContaining('cassette "tape" is used up'),
    })
    expect(stderr).toContain('model: rehearsal')
  })
})

verifies(['CLI-001', 'AUT-157'], 'a run that failed, or gave no result, is exit 1', async () => {
  await using stage = await setStage('turns: [ { say: x, fault: { status: 401, times: always } } ]')
  const refused = await stage.agency(['ask', 'go']).done
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('ANTHROPIC_API_KEY')
  expect(refused.stderr).toContain('model: rehearsal')
  const json = await stage.agency(['ask', 'go', '--json']).done
  expect(json.code).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({ success: false, failure: 'authentication' })
})

verifies('CLI-002', 'every option reaches Claude', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const claude = join(stage.directory, 'claude')
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > words\ncat > prompt\necho '{"type":"result","result":"ok"}'\n`
  writeFileSync(claude, script, { mode: 0o755 })
  const there = join(stage.project, 'there')
  mkdirSync(there)
  const sessionId = '7c1d2e3f-4a5b-4c6d-8e7f-901a2b3c4d5e'
  const { code, stdout, stderr } = await stage.agency(
    [
      ...['ask', '-', '--model', 'opus', '--timeout', '5m', '--permission-mode', 'plan'],
      ...['--append-system-prompt=--be terse', '--cwd', 'there', '--max-budget-usd', '1.5'],
      ...['--max-turns', '7', '--resume', sessionId],
    ],
    { environment: { CLAUDE_BIN: claude }, stdin: 'the prompt\nfrom a pipe' },
  ).done
  expect(code, stderr).toBe(0)
  expect(stdout).toBe('ok\n')
  expect(readFileSync(join(there, 'prompt'), 'utf8')).toBe('the prompt\nfrom a pipe')
  const words = readFileSync(join(there, 'words'), 'utf8').trim().split('\n')
  const after = (flag: string) => words[words.indexOf(flag) + 1]
  expect(after('--model')).toBe('opus')
  expect(after('--permission-mode')).toBe('plan')
  expect(after('--append-system-prompt')).toBe('--be terse')
  expect(after('--max-budget-usd')).toBe('1.5')
  expect(after('--max-turns')).toBe('7')
  expect(after('--resume')).toBe(sessionId)
})

test('what cannot be meant is one line and exit 2, and nothing starts', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const wrong: [string[], string][] = [
    [['ask'], 'missing <prompt>'],
    [['ask', ' '], 'the prompt is empty'],
    [['ask', 'x', '--timeout', 'soon'], '--timeout is "soon"; write a duration such as 30s'],
    [['ask', 'x', '--max-turns', '1.5'], '--max-turns'],
    [['ask', 'x', '--max-budget-usd', '0'], '--max-budget-usd'],
    [['ask', 'x', '--permission-mode', 'delegate'], 'delegate'],
    [['ask', 'x', '--resume', 'yesterday'], '"yesterday" is not a UUID'],
    [['ask', 'x', '--cwd', 'nowhere'], 'does not exist'],
    [['ask', 'x', '--cwd', ''], '--cwd is empty; write a directory'],
    [['ask', 'x', '--model', ''], '--model is empty; write the name of a model'],
    [['ask', 'x', '--env', 'NAME'], 'NAME=value'],
    [['ask', 'x', 'y'], 'unexpected argument "y"'],
    [['ask', 'x', '--frobnicate'], 'unknown option --frobnicate'],
  ]
  await Promise.all(
    wrong.map(async ([words, message]) => {
      const { code, stdout, stderr } = await stage.agency(words).done
      expect(stderr, words.join(' ')).toContain(message)
      expect(stderr.trim().split('\n'), words.join(' ')).toHaveLength(1)
      expect({ code, stdout }, words.join(' ')).toEqual({ code: 2, stdout: '' })
    }),
  )
  expect(stage.model.requests).toEqual([])
})

test('a prompt on stdin that is no text is one line and exit 2', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const latin1 = Uint8Array.from([0x67, 0x72, 0xfc, 0xdf, 0x65])
  const { code, stdout, stderr } = await stage.agency(['ask', '-'], { stdin: latin1 }).done
  expect(stderr).toMatch(/^agency: stdin is not UTF-8; convert it first.*\n$/)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stage.model.requests).toEqual([])
})

test('a claude that is missing, or that cannot be run, is one clear line', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const plain = join(stage.directory, 'not-executable')
  writeFileSync(plain, '')
  const run = (CLAUDE_BIN: string) =>
    stage.agency(['ask', 'x'], { environment: { CLAUDE_BIN } }).done
  for (const path of [plain, join(stage.directory, 'absent')]) {
    const { code, stderr } = await run(path)
    expect(code).toBe(2)
    expect(stderr).toContain(`CLAUDE_BIN is ${path}, which is not an executable file`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
})

const endless = `
turns:
  - say: I write it.
    do: [ { Write: { file_path: "{{cwd}}/a.txt", content: "one\\n" } } ]
  - say: Now I wait.
    do: [ { Bash: { command: "tail -f a.txt" } } ]
  - say: I am back. # Claude may ask for it while it is being ended, and again afterwards
  - say: I am back.
`
const mayWait = ['--permission-mode', 'acceptEdits', '--allowed-tools', 'Bash(tail *)']

for (const [what, signal] of [
  ['Ctrl-C', 'SIGINT'],
  ['the end of the terminal', 'SIGHUP'],
] as const) {
  verifies('CLI-001', `after ${what} the session is told, and can be continued`, async () => {
    await using stage = await setStage(endless)
    const asking = stage.agency(['ask', 'go', ...mayWait])
    await asking.until('Now I wait.')
    asking.kill(signal)
    const { code, stdout, stderr } = await asking.done
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    const said = stderr.slice(stderr.indexOf('agency: '))
    const session = /--resume ([0-9a-f-]{36})$/m.exec(said)?.[1] ?? ''
    expect(said.replace(/(\d+m )?\d+(\.\d)?s/, 'TIME').split('\n')).toEqual([
      'agency: interrupted',
      'model: rehearsal (a script, not Claude)',
      `cost unknown · TIME · session ${session}`,
      `to continue, repeat your other options with: agency ask "continue" --resume ${session}`,
      '',
    ])
    const resumed = await stage.agency(['ask', 'continue', '--resume', session]).done
    expect(resumed).toMatchObject({ code: 0, stdout: 'I am back.\n' })
  })
}

const timeUpOnSignal = join(import.meta.dirname, 'time-up-on-signal.ts')

verifies(
  'CLI-001',
  'after a deadline --json has the session; what is not known is null',
  async () => {
    await using stage = await setStage(endless)
    const asking = stage.agency(['ask', 'go', '--json', '--timeout', '10m', ...mayWait], {
      executable: [process.execPath, '--preload', timeUpOnSignal, ...fromSource.slice(1)],
      environment: { SIGNALLED_WAIT_MS: '600000' },
    })
    await asking.until('Now I wait.')
    asking.kill('SIGUSR2')
    const { code, stdout } = await asking.done
    expect(code).toBe(1)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      ...{ outcome: 'failure', success: false, failure: 'timeout', model: 'rehearsal' },
      ...{
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        totalCostUsd: null,
        numTurns: null,
      },
      filesChanged: [join(stage.project, 'a.txt')],
    })
    expect(result.durationMs).toBeGreaterThan(0)
  },
)

verifies('CLI-001', 'after the end of a budget the cost and the session are told', async () => {
  await using stage = await setStage(work)
  const limit = ['--max-budget-usd', '0.001']
  const { code, stdout, stderr } = await stage.agency(['ask', 'go', ...allowed, ...limit]).done
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    /^failed: .*budget.*\n.*\n\$0\.0\d+ · \d turns? · .* · session (\S+)\nto continue, repeat your other options with: agency ask "continue" --resume \1\n$/im,
  )
})
