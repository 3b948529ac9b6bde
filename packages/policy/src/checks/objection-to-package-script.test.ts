import { expect, test } from 'vitest'
import { objectionToPackageScript } from './objection-to-package-script.ts'

const scripts = {
  test: 'echo "Tests  1 passed (1)"',
  unit: 'vitest run',
  hidden: 'vitest run || true',
  all: 'npm run lint && npm run unit',
  lint: 'eslint .',
  nested: 'npm run hidden',
  loop: 'npm run loop',
  odd: 7,
}

test('a script that proves nothing is named, also behind another one', () => {
  const tricks = ['npm test', 'npm run test', 'npm run -s hidden', 'yarn test', 'pnpm nested']
  for (const line of [...tricks, 'npm run build && npm test', 'bun run test']) {
    expect(objectionToPackageScript(line, scripts), line).toContain('of package.json: ')
  }
})

test('a script that can fail, one that is not there and other commands are left alone', () => {
  const fine = ['npm run unit', 'npm run all', 'npm run absent', 'npm run odd', 'npm run loop']
  for (const line of [...fine, 'npx vitest run', 'go test ./...', 'npm run toString']) {
    expect(objectionToPackageScript(line, scripts), line).toBeUndefined()
  }
})
