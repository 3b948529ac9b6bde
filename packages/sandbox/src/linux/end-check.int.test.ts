import { expect, test } from 'vitest'
import { createEndCheck } from './end-check.ts'
import { descendants, isZombie } from './process-tree.ts'

test('a command has ended also when its parent was stopped before it went under the filter', async () => {
  await using rings = startRings('fork or exit; sleep 1000')
  while (!descendants(rings.pid).some(isZombie)) await Bun.sleep(1)
  expect(createEndCheck()(rings.pid)).toBe(true)
})

test('a command that is still to be started has not ended', async () => {
  await using rings = startRings('$| = 1; print "ready\n"; sleep 1000')
  await rings.stdout.getReader().read()
  expect(createEndCheck()(rings.pid)).toBe(false)
})

/** Two PID namespaces, one in the other, without a filter; the inner one's first process is a program in perl. */
function startRings(program: string) {
  const rings =
    'unshare --map-root-user --pid --fork --kill-child unshare --pid --fork --kill-child'
  const child = Bun.spawn([...rings.split(' '), 'perl', '-e', program], { stdout: 'pipe' })
  return {
    pid: child.pid,
    stdout: child.stdout,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
