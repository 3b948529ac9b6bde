import { mkdir, writeFile } from 'node:fs/promises'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { findPackageScripts } from './package-scripts.ts'

test('scripts are found by every package manager, in any directory, and one in another', async () => {
  await using project = await temporaryDirectory()
  await mkdir(project.join('app'))
  const scripts = {
    test: 'npm run check -s',
    check: 'exit 0',
    'test:e2e': 'e2e',
    loop: 'npm run loop',
  }
  await writeFile(project.join('package.json'), JSON.stringify({ scripts }))
  await writeFile(project.join('app/package.json'), '{"scripts":{"test":"vitest"}}')
  const cases: [line: string, scripts: string[]][] = [
    ['npm test', ['npm run check -s', 'exit 0']],
    ['npm --silent t', ['npm run check -s', 'exit 0']],
    ['bun run --silent check', ['exit 0']],
    ['yarn test:e2e', ['e2e']],
    ['cd app && npm test', ['npm run check -s', 'vitest', 'exit 0']],
    ['pnpm -C app test', ['npm run check -s', 'vitest', 'exit 0']],
    ['npm run loop', ['npm run loop']],
    ['bun test', []],
    ['npm run constructor', []],
    ['npm run gone && npx vitest', []],
  ]
  for (const [line, expected] of cases) {
    expect([...(await findPackageScripts(project.path, line))].sort(), line).toEqual(
      expected.sort(),
    )
  }
})
