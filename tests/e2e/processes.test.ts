import { expect, test } from 'vitest'
import { processesOf } from './processes.ts'

test('a process and its child that does not run a program of its own yet count as one', async () => {
  const words = ['/bin/sh', '-c', '(echo forked; read -r line; :); :', crypto.randomUUID()]
  await using parent = Bun.spawn(words, { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' })
  const output = parent.stdout.getReader()
  expect(new TextDecoder().decode((await output.read()).value)).toBe('forked\n')
  expect(processesOf(words.join('\0'))).toEqual([parent.pid])
  await parent.stdin.end()
  await parent.exited
  expect(processesOf(words.join('\0'))).toEqual([])
})
