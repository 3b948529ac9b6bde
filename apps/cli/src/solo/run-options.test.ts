import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { run } from '../commands/run.ts'
import type { Command } from '../frame/command.ts'
import { dispatch } from '../frame/dispatch.ts'
import { recordingContext } from '../frame/recording-context.ts'
import { findProgram } from '../programs.ts'
import { type RunOptions, readRunOptions } from './run-options.ts'

/** What a run would be started with, and what the person sees. */
async function type(words: readonly string[], workingDirectory = '/') {
  const started: RunOptions[] = []
  const command: Command = {
    ...run,
    load: async () => ({
      run: async (invocation, context) => {
        started.push(readRunOptions(invocation, context))
        return 0
      },
    }),
  }
  const { context, out, errors } = recordingContext({ program: 'autonoe', workingDirectory })
  const exitCode = await dispatch(words, findProgram('autonoe'), [command], context)
  return { exitCode, started, out: out(), errors: errors() }
}

verifies('AUT-140', 'the help lists every option', async () => {
  const { exitCode, out } = await type(['run', '--help'])
  expect(exitCode).toBe(0)
  const flags =
    '-p, --project-dir|-n, --max-iterations|-m, --model|-d, --debug|--no-sandbox|--max-budget-usd|--no-wait'
  for (const flag of flags.split('|')) expect(out).toContain(`  ${flag} `)
  expect(out).toContain('features/*.feature')
})

test('what is typed arrives, and what is not is left to others', async () => {
  const line =
    'run -n 3 -m opus -d --no-sandbox --max-budget-usd 2.5 --no-wait --json --delay 10s'.split(' ')
  expect((await type(line)).started).toEqual([
    {
      projectDirectory: '/',
      maxIterations: 3,
      model: 'opus',
      debug: true,
      sandbox: false,
      maxBudgetUsd: 2.5,
      waitForQuota: false,
      json: true,
      delayBetweenSessions: 10_000,
    },
  ])
  expect((await type(['run'])).started).toEqual([
    {
      projectDirectory: '/',
      maxIterations: undefined,
      model: undefined,
      debug: false,
      sandbox: true,
      maxBudgetUsd: undefined,
      waitForQuota: true,
      json: false,
      delayBetweenSessions: undefined,
    },
  ])
})

describe('the project directory', () => {
  verifies('AUT-142', 'is here, or where an absolute or relative path leads', async () => {
    await using place = await temporaryDirectory()
    const here = place.path
    const directory = async (...words: string[]) =>
      (await type(['run', ...words], here)).started[0]?.projectDirectory
    expect(await directory()).toBe(here)
    expect(await directory('-p', '/')).toBe('/')
    expect(await directory('--project-dir', '..')).toBe(place.join('..'))
  })

  verifies('AUT-143', 'that is not there is refused by name, and not made', async () => {
    await using place = await temporaryDirectory()
    writeFileSync(place.join('file'), '')
    for (const name of ['missing', 'file', 'file/below']) {
      const { exitCode, started, errors } = await type(['run', '-p', name], place.path)
      expect({ exitCode, started }).toEqual({ exitCode: 2, started: [] })
      expect(errors).toContain(place.join(name))
    }
    expect(existsSync(place.join('missing'))).toBe(false)
    expect(readdirSync(place.path)).toEqual(['file'])
  })
})

verifies('AUT-149', '-n takes a positive whole number only', async () => {
  for (const value of ['0', '-1', '1.5', 'abc', '', 'Infinity', '99999999999999999999']) {
    for (const words of [['-n', value], [`--max-iterations=${value}`]]) {
      const { exitCode, started, errors } = await type(['run', ...words])
      expect({ exitCode, started }, words.join(' ')).toEqual({ exitCode: 2, started: [] })
      expect(errors).toContain('(see autonoe run --help)')
    }
  }
})

verifies('AUT-150', 'what is not known, or no amount of money, is exit 2 with a hint', async () => {
  const amounts = ['0', 'abc', '', '$5', 'NaN', '1e3', '=-1'].map(
    (value) => `--max-budget-usd=${value}`,
  )
  for (const words of [['rn'], ['run', '--mdoel', 'x'], ...amounts.map((word) => ['run', word])]) {
    const { exitCode, started, errors } = await type(words)
    expect({ exitCode, started }, words.join(' ')).toEqual({ exitCode: 2, started: [] })
    expect(errors).toMatch(/\(see autonoe (run )?--help\)\n$/)
  }
  expect((await type(['rn'])).errors).toContain('did you mean "run"?')
})
