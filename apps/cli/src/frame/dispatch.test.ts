import { AgencyError, ClaudeInvocationError } from '@agency/core'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { commands as allCommands } from '../commands.ts'
import { agency, findProgram } from '../programs.ts'
import type { Command, CommandBody, Context } from './command.ts'
import { dispatch } from './dispatch.ts'
import { recordingContext } from './recording-context.ts'
import { UsageError } from './usage-error.ts'

function command(name: string, run: CommandBody = async () => 0): Command {
  return {
    name,
    summary: `do ${name}`,
    operands: '[text]',
    options: [{ flags: '--json', description: 'as JSON' }],
    examples: [{ line: `agency ${name} now`, tells: 'at once' }],
    load: async () => ({ run }),
  }
}

async function type(
  line: string,
  commands: readonly Command[],
  overrides: Partial<Context> = {},
  stream = {},
) {
  const [name = '', ...words] = line.split(' ')
  const program = findProgram(name)
  const recording = recordingContext({ program: name, ...overrides }, stream)
  const exitCode = await dispatch(words.filter(Boolean), program, commands, recording.context)
  return { exitCode, out: recording.out(), errors: recording.errors() }
}

const table = [command('ask'), command('rehearsal serve'), command('rehearsal record')]

describe('help', () => {
  verifies('CLI-006', 'every command has help with an example, and tells the version', async () => {
    expect(allCommands.length).toBeGreaterThan(3)
    for (const { name, examples, options } of allCommands) {
      const help = await type(`agency ${name} --help`, allCommands)
      expect(help).toMatchObject({ exitCode: 0, errors: '' })
      expect(examples.length, name).toBeGreaterThan(0)
      for (const { line } of examples) expect(help.out).toContain(`  ${line}\n`)
      for (const { flags, choices = [], repeatable } of options) {
        const row = help.out.split('\n').find((text) => text.startsWith(`  ${flags} `))
        expect(row).toContain(choices.join(', '))
        expect(row?.includes('may be repeated')).toBe(repeatable === true)
      }
      const version = await type(`agency ${name} --version`, allCommands)
      expect(version).toEqual({ exitCode: 0, out: 'v1.2.3\n', errors: '' })
    }
  })

  test('an overview names every command, on stdout when asked for', async () => {
    for (const line of ['agency --help', 'agency -h', 'agency help']) {
      const { exitCode, out, errors } = await type(line, table)
      expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
      expect(out).toContain('rehearsal serve   do rehearsal serve')
    }
  })

  test('without a command the overview goes to stderr with exit code 2', async () => {
    const { exitCode, out, errors } = await type('agency', table)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(errors).toContain('Usage  agency <command> [options]')
  })

  test('a group of commands shows its own', async () => {
    const asked = await type('agency rehearsal --help', table)
    expect(asked).toEqual(await type('agency help rehearsal', table))
    expect(asked.exitCode).toBe(0)
    expect(asked.out).toContain('  record  do rehearsal record\n')
    expect(asked.out).not.toContain('do ask')
    expect(await type('agency rehearsal', table)).toMatchObject({ exitCode: 2, out: '' })
  })

  test('help before a command is the same as after it', async () => {
    const after = await type('agency rehearsal serve --help', table)
    expect(await type('agency help rehearsal serve', table)).toEqual(after)
  })

  test('a narrow terminal gets wrapped descriptions, a pipe whole ones', async () => {
    const wordy = [{ ...command('ask'), summary: 'word '.repeat(30).trim() }]
    const narrow = await type('agency --help', wordy, {}, { isTTY: true, columns: 50 })
    const lines = narrow.out.split('\n').filter((line) => line.includes('word'))
    expect(lines.length).toBeGreaterThan(3)
    const piped = await type('agency --help', wordy)
    expect(piped.out).toContain('word '.repeat(30).trim())
  })
})

describe('what is not understood', () => {
  test.each([
    ['agency aks', 'agency: unknown command "aks"; did you mean "ask"? (see agency --help)'],
    ['agency deploy', 'agency: unknown command "deploy" (see agency --help)'],
    ['agency srve', 'agency: unknown command "srve"; did you mean "rehearsal serve"?'],
    ['agency rehearsal srve', 'unknown command "rehearsal srve"; did you mean "rehearsal serve"?'],
    ['agency rehearsal x', 'unknown command "rehearsal x"; there are: rehearsal serve, rehearsal'],
    ['agency --json ask', 'unknown option --json; options go after the command: ask --json'],
    ['agency --wibble', 'agency: unknown option --wibble (see agency --help)'],
    ['agency ask --jsn', 'unknown option --jsn; did you mean --json? (see agency ask --help)'],
    ['agency help deploy', 'unknown command "deploy"'],
  ])('%s', async (line, message) => {
    const { exitCode, out, errors } = await type(line, table)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(errors).toContain(message)
    expect(errors.split('\n')).toHaveLength(2)
  })
})

describe('how a command ends', () => {
  const fail = (error: unknown) => [command('ask', () => Promise.reject(error))]

  test('with its own exit code', async () => {
    expect((await type('agency ask', [command('ask', async () => 7)])).exitCode).toBe(7)
  })

  test('misuse is 2, a failure 1, each told in one line', async () => {
    const cases = [
      [new UsageError('no'), 2, 'agency: no (see agency ask --help)\n'],
      [
        new ClaudeInvocationError('bad-configuration', 'wrong'),
        2,
        'agency: failed to invoke claude: wrong\n',
      ],
      [new ClaudeInvocationError('timeout', 'late'), 1, 'agency: failed to invoke claude: late\n'],
      [new AgencyError('x', 'broken'), 1, 'agency: broken\n'],
    ] as const
    for (const [error, exitCode, errors] of cases) {
      expect(await type('agency ask', fail(error))).toEqual({ exitCode, out: '', errors })
    }
  })

  test('a bug is one line, then where it was', async () => {
    const { exitCode, errors } = await type('agency ask', fail(new TypeError('x is undefined')))
    expect(exitCode).toBe(1)
    expect(errors).toMatch(/^agency: unexpected failure: x is undefined\n\s+at /)
  })

  test('an interruption is 130', async () => {
    const interrupted = AbortSignal.abort()
    const result = await type('agency ask', fail(new AgencyError('x', 'gone')), { interrupted })
    expect(result).toEqual({ exitCode: 130, out: '', errors: 'agency: gone\n' })
  })
})

describe('started under another name', () => {
  const fleet = [command('run'), command('project status'), command('status'), command('agent')]

  test('it offers the commands of that name alone', async () => {
    const { out } = await type('autonoe --help', fleet)
    expect(out).toContain('autonoe: one engineer')
    expect(out).toContain('do run')
    expect(out).toContain('status  do project status')
    expect(out).not.toContain('agent')
    expect(await type('autonoe agent', fleet)).toMatchObject({ exitCode: 2 })
  })

  test('of two commands that begin alike the longer is meant, and after -- there are no options', async () => {
    const told: string[] = []
    const alike = ['status', 'status all'].map((name) =>
      command(name, async ({ operands }) => told.push([name, ...operands].join(' | '))),
    )
    await type('agency status all', alike)
    await type('agency status -- --help', alike)
    await type('agency status -- -v', alike)
    expect(told).toEqual(['status all', 'status | --help', 'status | -v'])
  })

  test('one word may mean another command than elsewhere', async () => {
    const told: string[] = []
    const both = ['status', 'project status'].map((name) =>
      command(name, async () => told.push(name)),
    )
    await type('autonoe status', both)
    await type('ag-cli status', both)
    await type('agency status', both)
    expect(told).toEqual(['project status', 'status', 'status'])
  })

  test('it may be one command, whose line it takes whole', async () => {
    let operands: readonly string[] = []
    const agent = command('agent', async (invocation) => {
      operands = invocation.operands
      return 0
    })
    await type('ag-agent-claude now --json', [agent])
    expect(operands).toEqual(['now'])
    const { out } = await type('ag-agent-claude --help', [agent])
    expect(out).toContain('Usage  ag-agent-claude [text] [options]')
    expect(out).toContain('  ag-agent-claude now\n')
  })

  test('what this build lacks says so in one line', async () => {
    for (const line of ['ag-view-web', 'ag-view-web --help', 'ag-view-web --port 1']) {
      expect(await type(line, table)).toEqual({
        exitCode: 2,
        out: '',
        errors: 'ag-view-web: not part of this build yet; "agency --help" shows what is\n',
      })
    }
    expect((await type('ag-view-web --version', table)).out).toBe('v1.2.3\n')
  })

  test('a name nobody knows is agency', async () => {
    expect(findProgram('agency-next').offers).toEqual(agency.offers)
    expect((await type('agency-next --help', table)).out).toContain('Usage  agency-next <command>')
  })
})
