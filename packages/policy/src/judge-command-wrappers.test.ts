import { verifies } from '@agency/testing'
import { describe, test } from 'vitest'
import { expectAllowed, expectDenied } from '../testing/judging.ts'

describe('wrappers', () => {
  verifies(['AUT-197'], 'wrappers are denied, or judged by what they start', () => {
    const wrappers = ['env', 'xargs', 'timeout', 'nohup', 'nice', 'sudo', 'exec', 'command']
    const calls = [
      'env npm test',
      'xargs echo',
      'timeout 5 npm test',
      'nohup npm test',
      'nice npm test',
      'sudo npm test',
      'exec npm test',
      'command npm test',
    ]
    expectDenied([...calls, 'time -p ls'])
    expectAllowed(calls, { allowCommands: wrappers })
    expectDenied(
      calls.map((line) => line.replace('npm test', 'rm x').replace('echo', 'rm x')),
      { allowCommands: wrappers },
    )
    const never = ['eval', 'source', '.', 'trap', 'coproc', 'builtin']
    expectDenied(
      never.map((name) => `${name} ls`),
      { allowCommands: never },
    )
  })

  test('a line on which programs start one another without end is refused at once', () => {
    expectAllowed(['npx --a npx --a tsc'])
    expectDenied([`npx ${'--a npx '.repeat(200)}tsc`, `npx ${'dotenv --a dotenv '.repeat(200)}tsc`])
  })
})
