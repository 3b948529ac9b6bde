import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { processesWith } from '../processes.ts'
import { asCompiled, type Stage } from '../stage.ts'
import {
  askedOf,
  honestTurns,
  readState,
  readStatus,
  resultIn,
  sessions,
  setOpenWork,
} from './open-work.ts'

const isRoot = process.getuid?.() === 0
const run = ['run', '--json', '--delay', '1ms']

describe('the API has a bad day', () => {
  test('a rate limit, an overload and a dropped stream are lived through', async () => {
    const fault = '[ { status: 429, retry_after: 0.1 }, { status: 529 }, { cut: true } ]'
    await using stage = await setOpenWork(
      sessions(honestTurns.replace('- do:', `- fault: ${fault}\n        do:`)),
    )
    const { code, stdout, stderr } = await stage.agency(run).done
    expect(code, stderr).toBe(0)
    expect(resultIn(stdout)).toMatchObject({ outcome: 'all_passed', iterations: 1 })
  })

  verifies(
    ['AUT-016', 'AUT-157'],
    'a bad key fails each session within the limits, and the end says so and what to do',
    async () => {
      await using stage = await setOpenWork(
        'turns: [ { say: never said, fault: { status: 401, times: always } } ]',
      )
      const { code, stdout, stderr } = await stage.agency(['run', '--delay', '1ms'], {
        environment: { CLAUDE_CODE_MAX_RETRIES: '0' },
      }).done
      expect(code).toBe(1)
      expect(stdout).toContain('Session 3 started')
      expect(stdout).toMatch(
        /^stalled: 3 sessions in a row changed .*; the last ended with: .*(401|API key)/m,
      )
      expect(stdout).toMatch(/^Claude rejected the credentials: set ANTHROPIC_API_KEY/m)
      expect(stdout).toContain('model: rehearsal')
      expect(stdout + stderr).not.toContain('sk-rehearsal')
    },
  )

  verifies(
    ['AUT-029', 'AUT-030'],
    'a usage limit is waited for, and uses up no session',
    async () => {
      const limit = `{ usage_limit: "Claude AI usage limit reached|${Math.floor(Date.now() / 1000)}" }`
      await using stage = await setOpenWork(
        sessions(`\n      - { say: never said, fault: ${limit} }\n`, honestTurns),
      )
      const { code, stdout, stderr } = await stage.agency([...run, '-n', '1']).done
      expect(code, stderr).toBe(0)
      expect(stdout).toContain('"reason":"quota"')
      expect(stderr).toMatch(/usage limit is reached; it resets at 20\d\d-/)
      expect(resultIn(stdout)).toMatchObject({ outcome: 'all_passed', iterations: 1 })
    },
  )

  verifies(
    'AUT-031',
    'with --no-wait a usage limit ends the run and tells the reset; without a sandbox a warning does',
    async () => {
      await using stage = await setOpenWork(
        `turns: [ { say: no, fault: { usage_limit: "You've hit your limit · resets 6pm (UTC)" } } ]`,
      )
      const { code, stdout, stderr } = await stage.agency(['run', '--no-wait', '--no-sandbox']).done
      expect(code).toBe(1)
      expect(stdout).toMatch(/usage limit is reached; it resets at 20\d\d-\d\d-\d\dT18:00:00/)
      expect(stdout + stderr).toContain('the sandbox is off')
    },
  )

  test('a project that is the home gets a warning, because the sandbox opens it', async () => {
    await using stage = await setOpenWork('turns: [ { say: unused } ]', {
      deliverables: [{ blocked: true }],
    })
    const { stdout, stderr } = await stage.agency(['run'], {
      environment: { HOME: stage.project },
    }).done
    expect(stdout + stderr).toContain('your home with its keys and settings included')
  })
})

verifies(
  'AUT-016',
  'a claude that is killed in its work costs one session, and all are gone at the end',
  async () => {
    const crash = `
      - do: [ { Write: { file_path: "{{cwd}}/fall", content: now } } ]
      - { say: never said, fault: { hang: true } }
`
    await using stage = await setOpenWork(sessions(crash, honestTurns))
    const claude = join(stage.directory, 'claude')
    writeFileSync(claude, fragileClaude, { mode: 0o755 })
    const { code, stdout, stderr } = await stage.agency(run, {
      environment: { CLAUDE_BIN: claude, CLAUDE_REAL: stage.environment['CLAUDE_BIN'] },
    }).done
    expect(code, stderr).toBe(0)
    expect(resultIn(stdout)).toMatchObject({ outcome: 'all_passed', iterations: 2 })
    expect(stderr).toMatch(/claude.*(SIGKILL|killed|terminated|signal)/i)
    // The next one is started early, so there may have been one more than sessions.
    const starts = readFileSync(join(stage.directory, 'log'), 'utf8').match(/started/g)
    expect([2, 3]).toContain(starts?.length)
    expect(processesWith(stage.directory)).toEqual([])
  },
)

/** Falls the first time that it writes `fall`, and logs each start. */
const fragileClaude = `#!/bin/sh
here=$(dirname "$0")
if [ ! -e "$here/log" ]; then
  (while [ ! -e fall ]; do sleep 0.05; done; kill -9 $$) > /dev/null 2>&1 &
fi
echo started >> "$here/log"
exec "$CLAUDE_REAL" "$@"
`

verifies('AUT-019', 'where all is blocked, the end says what, why and how to go on', async () => {
  await using stage = await setOpenWork('turns: [ { say: unused } ]', {
    deliverables: [{ blocked: true }],
  })
  const { code, stdout } = await stage.agency(['run']).done
  expect(code).toBe(1)
  expect(stdout).toContain('all blocked: none of 1 deliverable can be done here: DL-001\n')
  expect(stdout).toMatch(/autonoe-note\.txt.*"blocked" to false in \.autonoe\/status\.json/)
  expect(askedOf(stage)).toBe(0)
})

verifies('AUT-026', 'a spent budget ends the run and says so', async () => {
  await using stage = await setOpenWork(
    'turns: [ { say: dear words, usage: { input_tokens: 1000000, output_tokens: 100000 } } ]',
  )
  const { code, stdout } = await stage.agency(['run', '--max-budget-usd', '0.5']).done
  expect(code).toBe(1)
  expect(stdout).toMatch(/\$\d+\.\d\d of the budget of \$0\.50 is spent/)
  expect(stdout).not.toContain('Session 2 started')
})

describe('a project that cannot be worked in is refused before any session', () => {
  verifies('AUT-049', 'half a status.json', () =>
    expectRefusal(
      'status.json',
      '{"deliverables": [{"id": "DL',
      /status\.json:1:\d+: .*bring back a good one/,
    ),
  )

  verifies('AUT-062', 'an agent.json that is no JSON', () =>
    expectRefusal('agent.json', '{\n  "allowCommands": [,]\n}\n', /agent\.json:2:\d+: /),
  )

  verifies(
    'AUT-063',
    'a wrongly typed field, a server without a command, an unknown profile',
    async () => {
      const place = String.raw`agent\.json:1:\d+: `
      await Promise.all([
        expectRefusal(
          'agent.json',
          '{ "allowCommands": "docker" }',
          new RegExp(`${place}allowCommands: .*list`),
        ),
        expectRefusal(
          'agent.json',
          '{ "mcpServers": { "db": { "args": [] } } }',
          new RegExp(`${place}mcpServers\\.db\\.command: `),
        ),
        expectRefusal(
          'agent.json',
          '{ "profile": "cobol" }',
          new RegExp(`${place}profile: .*node.*python.*ruby.*go`),
        ),
      ])
    },
  )

  verifies('AUT-145', 'no SPEC.md', async () => {
    await using stage = await setOpenWork('turns: [ { say: unused } ]')
    rmSync(join(stage.project, 'SPEC.md'))
    rmSync(join(stage.project, '.autonoe'), { recursive: true })
    const { code, stderr } = await stage.agency(['run']).done
    expect(code).toBe(2)
    expect(stderr).toContain(`${join(stage.project, 'SPEC.md')} does not exist`)
    expect(existsSync(join(stage.project, '.autonoe'))).toBe(false)
    expect(askedOf(stage)).toBe(0)
  })

  verifies('AUT-074', 'no bubblewrap: a sandbox error that says what to install', async () => {
    await using stage = await setOpenWork('turns: [ { say: unused } ]')
    const { code, stdout, stderr } = await stage.agency(['run', '--json'], {
      environment: { PATH: await pathWithoutBubblewrap(stage) },
    }).done
    expect(code).toBe(1)
    expect(stderr).toMatch(/bwrap not found.*apt-get install bubblewrap/s)
    expect(stdout).toContain('sandbox_error')
    expect(askedOf(stage)).toBe(0)
    expect(readStatus(stage)).toMatchObject([{ passed: false }])
  })

  test('no bubblewrap for the final check: an error, and the passes stay', async () => {
    const proof = { kind: 'verified', evidence: 'DL-001-1.json', testFiles: {} } as const
    await using stage = await setOpenWork('turns: [ { say: unused } ]', {
      deliverables: [{ passed: true, proof }],
    })
    const { code, stderr } = await stage.agency(['run'], {
      environment: { PATH: await pathWithoutBubblewrap(stage) },
    }).done
    expect(code).toBe(1)
    expect(stderr).toMatch(/bwrap not found.*apt-get install bubblewrap/s)
    expect(readStatus(stage)).toMatchObject([{ passed: true, proof }])
    expect(askedOf(stage)).toBe(0)
  })

  test('a project that may not be read says so, and not that it has no SPEC.md', async () => {
    await using stage = await setOpenWork('turns: [ { say: unused } ]')
    chmodSync(stage.project, 0o000)
    try {
      const { code, stderr } = await stage.agency(['run', '-p', stage.project], {
        cwd: stage.directory,
        ...(isRoot ? { executable: [...withoutOverride, ...(await asCompiled())] } : {}),
      }).done
      expect(code).toBe(1)
      expect(stderr).toMatch(/permission denied/)
      expect(stderr).not.toContain('does not exist')
    } finally {
      chmodSync(stage.project, 0o755)
    }
  })
})

async function pathWithoutBubblewrap({ directory }: Stage): Promise<string> {
  const bin = join(directory, 'bin')
  await mkdir(bin)
  for (const program of ['sh', 'git', 'socat', 'grep']) {
    symlinkSync(Bun.which(program) ?? '', join(bin, program))
  }
  return bin
}

/** One line, exit 2, the file as it was, and nobody asked the model. */
async function expectRefusal(name: string, text: string, says: RegExp): Promise<void> {
  await using stage = await setOpenWork('turns: [ { say: unused } ]', {
    files: { [`.autonoe/${name}`]: text },
  })
  const { code, stderr } = await stage.agency(['run']).done
  expect(code).toBe(2)
  expect(stderr).toMatch(says)
  expect(stderr.trim()).not.toContain('\n')
  expect(readState(stage, name)).toBe(text)
  expect(askedOf(stage)).toBe(0)
  expect(existsSync(join(stage.project, '.autonoe/run.lock'))).toBe(false)
}

/** Only root may mount, and only in a namespace of its own does nobody else notice. */
test.skipIf(!isRoot)(
  'a disk that gets full ends the run with a line that says so, and the state is whole',
  async () => {
    const turns = `
      - do: [ { Write: { file_path: "{{cwd}}/hello.txt", content: "Hello" } } ]
      - do: [ { Bash: { command: "cat /dev/zero > filler" } } ]
      - do: [ { mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: DL-001, passed: true } } ]
      - say: "{{result}}"
`
    await using stage = await setOpenWork(sessions(turns))
    const before = readState(stage, 'status.json')
    const kept = join(stage.directory, 'kept')
    const { code, stdout, stderr } = await stage.agency([...run, '-n', '1'], {
      executable: ['unshare', '-m', 'sh', '-c', onSmallDisk, 'sh', ...(await asCompiled())],
      environment: { PROJECT: stage.project, KEPT: kept },
    }).done
    expect(code, stderr).toBe(1)
    expect(stdout).toContain('DL-001 has not passed')
    expect(stderr).toMatch(/cannot write .*: the disk is full\. Free some space/)
    expect(readFileSync(join(kept, '.autonoe/status.json'), 'utf8')).toBe(before)
  },
)

/** Root without the right to go past the mode of a file. */
const withoutOverride = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']

const onSmallDisk = `
cp -a "$PROJECT" "$KEPT" && mount -t tmpfs -o size=256k tmpfs "$PROJECT" || exit 77
cp -a "$KEPT/." "$PROJECT" && cd "$PROJECT"
"$@"
code=$?
cp .autonoe/status.json "$KEPT/.autonoe/status.json"
exit $code
`
