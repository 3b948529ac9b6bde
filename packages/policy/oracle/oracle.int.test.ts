import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { createBashPolicy } from '../src/bash-policy.ts'
import { type Decision, denied } from '../src/decision.ts'
import { judgeCommand } from '../src/judge-command.ts'
import { noFiles } from '../src/paths/file-view.ts'
import { consultOracle } from './oracle.ts'

/** The project of the oracle has one link, and the judge has to know it. */
const policy = createBashPolicy({
  projectDirectory: '/w/p',
  files: { ...noFiles, linkTarget: (path) => (path === '/w/p/link' ? '.autonoe' : undefined) },
})

/** The same scripts each time, so that only a change of the judge fails; another seed looks for more. */
const firstSeed = Number(process.env['AGENCY_ORACLE_SEED'] ?? 807_245_000)

const judge = (script: string): Decision => judgeCommand(script, policy)

test('bash runs nothing forbidden and writes nothing protected in a script that was allowed', async () => {
  await using directory = await temporaryDirectory()
  const run = await consultOracle({ firstSeed, scripts: 12_000, judge, directory: directory.path })
  expect(run.finds).toEqual([])
  expect(run.allowed).toBeGreaterThan(600)
}, 240_000)

test('a judge that looks at first words only is caught', async () => {
  const firstWords = (script: string): Decision =>
    script
      .split(/&&|\|\||[;|\n]/)
      .every((part) =>
        /^\s*(echo|ls|cat|npm|true|pwd|node|find|cp|git|:|if|for|cd|\w+=\S*|$)/.test(part),
      )
      ? { decision: 'allow' }
      : denied('not on the list')
  expect(await isCaught(firstWords)).toBe(true)
})

test('a judge that forgets one kind of expansion is caught', async () => {
  const forgetful = (script: string) =>
    judge(script.replaceAll(/\$\((?:rm|mv|curl|touch|evil) x\)/g, 'x'))
  expect(await isCaught(forgetful)).toBe(true)
})

test('a judge that forgets where cd went is caught', async () => {
  const lost = (script: string) => judge(script.replaceAll(/\bcd (\.autonoe|link)\b/g, 'cd src'))
  expect(await isCaught(lost)).toBe(true)
})

test('a judge that looks at the first value of a word only is caught', async () => {
  const hasty = (script: string) =>
    judge(script.replaceAll(/for o in (\S+) [^;]+;/g, 'for o in $1;'))
  expect(await isCaught(hasty)).toBe(true)
})

test('a judge that overlooks the value of an option is caught', async () => {
  const blind = (script: string) => judge(script.replaceAll(/ (--outp(ut)?[= ]|-t ?)\S+/g, ''))
  expect(await isCaught(blind)).toBe(true)
})

/** Asks for a few scripts at a time: the first find is enough. */
async function isCaught(weakened: (script: string) => Decision): Promise<boolean> {
  const scripts = 250
  for (let firstSeed = 1; firstSeed < 2_500; firstSeed += scripts) {
    await using directory = await temporaryDirectory()
    const judged = { firstSeed, scripts, judge: weakened, directory: directory.path }
    if ((await consultOracle(judged)).finds.length > 0) return true
  }
  return false
}
