import { UsageError } from '../frame/usage-error.ts'

export type TestRunner = 'node --test' | 'bun test'

/** What runs the tests of the demo's project on this machine. */
export function findTestRunner(path = ''): TestRunner {
  if (Bun.which('node', { PATH: path }) !== null) return 'node --test'
  if (Bun.which('bun', { PATH: path }) !== null) return 'bun test'
  throw new UsageError(
    'the demo builds a small web project and runs its tests, which needs Node.js or Bun on the PATH; install one of them',
  )
}

/** A text of the demo, all of which are written for Node.js, as this runner's runtime has it. */
export function translateFor(runner: TestRunner, text: string): string {
  const [runtime = 'node'] = runner.split(' ')
  return text.replaceAll('node --test', runner).replaceAll('node serve.mjs', `${runtime} serve.mjs`)
}
