import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { root } from '../../sources.ts'
import { fillWorkspace, fixtures } from './scenario.ts'

const names = ['browser-test', 'custom-instruction', 'hello-world', 'nodejs', 'sandbox-test']
const scenarios = [
  ...['IT-001', 'IT-002', 'IT-003', 'IT-004', 'IT-005', 'IT-006', 'SC-X003'],
  ...['SC-B001', 'SC-B002', 'SC-B003', 'SC-B004'],
]

verifies(
  'AUT-164',
  'a workspace is emptied but for .gitkeep, then holds the fixture, hidden files included',
  async () => {
    await using workspace = await temporaryDirectory()
    mkdirSync(workspace.join('.autonoe/evidence'), { recursive: true })
    for (const name of ['.gitkeep', '.hidden', 'old.txt', '.autonoe/status.json']) {
      writeFileSync(workspace.join(name), 'old')
    }
    fillWorkspace(workspace.path, 'custom-instruction')
    const files = new Set(readdirSync(workspace.path, { recursive: true, encoding: 'utf8' }))
    const fixture = ['.autonoe', '.autonoe/initializer.md', 'SPEC.md']
    expect(files).toEqual(new Set(['.gitkeep', ...fixture]))
  },
)

verifies('AUT-200', 'the README tells of every fixture, what it proves and how to run it', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  expect(readdirSync(fixtures).sort()).toEqual(names)
  for (const name of names) {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    const test = readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8')
    const proven = scenarios.filter((id) => test.includes(`'${id}'`))
    expect(proven.length, name).toBeGreaterThan(0)
    for (const id of proven) expect(row).toContain(id)
    expect(readme).toContain(`./build.sh test-int tests/e2e/solo`)
  }
})

verifies('AUT-163', './build.sh test-int holds every scenario', async () => {
  // No title is like this: all are listed, none is run.
  await using place = await temporaryDirectory()
  const report = place.join('report.json')
  const words = ['tests/e2e/solo', '--no-isolate', '--reporter=json', '-t', 'no scenario at all']
  const child = Bun.spawn(['./build.sh', 'test-int', ...words, `--outputFile=${report}`], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  expect(await child.exited).toBe(0)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const titles = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title }) => `${name} ${title}`),
  )
  for (const id of scenarios) expect(titles.join('\n')).toMatch(new RegExp(`\\[.*${id}\\b.*\\]`))
  for (const name of names) expect(titles.join('\n')).toContain(`${name}.test.ts`)
})

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string }[]
  }[]
}
