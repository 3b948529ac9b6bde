import { readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { CommandRun } from '@agency/core'
import { temporaryDirectory } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import { children } from '../linux/process-tree.ts'
import { createConfinedRunner } from '../run-confined.ts'
import { attachToFirst, haltFirst } from './fixtures/hold-up.ts'
import { path } from './run-inside.ts'

const deaf = `trap '' TERM INT HUP`
/** Whoever is held up for longer has timed out, and not exited. */
const patienceMs = 40_000

describe.concurrent('a command that ends', () => {
  test.each([
    ['leaves processes that hold its output open', `(setsid sleep 1000 &); echo done`],
    ['leaves a grandchild that is deaf', `(setsid sh -c "${deaf}; sleep 1000" &); echo done`],
    ['leaves everything stopped', 'sleep 1000 & kill -STOP -1; echo done'],
    [
      'signals the first process, which does not listen',
      'kill -STOP 1; kill -TERM 1; kill -KILL 1; echo done',
    ],
  ])('and %s takes all with it', async (_, line) => {
    const { run, isGone } = await attempt(line, patienceMs)
    expect(run).toMatchObject({ outcome: 'exited', exitCode: 0, stdout: 'done\n' })
    await isGone()
  })

  test.each([
    ['stopped the first process by tracing it', `perl -e '${attachToFirst}'`],
    ['wrote an endless loop into the first process', `perl -e '${haltFirst}'`],
  ])('but %s is killed, and has no exit code to trust', async (_, line) => {
    const { run, isGone } = await attempt(`${line}; echo done; exit 0`, patienceMs)
    expect(run).toMatchObject({ outcome: 'held-up', exitCode: null, stdout: 'HELD\ndone\n' })
    await isGone()
  })
})

describe.concurrent('a command that does not end in time', () => {
  test.each([
    ['traces the first process', `exec perl -e '${attachToFirst}; sleep 1000'`],
    ['wrote an endless loop into the first process', `perl -e '${haltFirst}'; sleep 1000`],
    ['stopped everything', '(kill -STOP -1) & sleep 1000'],
    ['stopped itself', 'kill -STOP $$'],
    ['is deaf', `${deaf}; while :; do sleep 1000; done`],
    ['is deaf, with a deaf grandchild', `${deaf}; (setsid sleep 1000 &); sleep 1000`],
  ])('and %s is stopped', async (_, line) => {
    const { run, isGone } = await attempt(line, 1_000)
    expect(run).toMatchObject({ outcome: 'timed-out', exitCode: null })
    await isGone()
  })
})

let attempts = 0

/**
 * Runs a line as the done gate does, once its processes were seen by their mark. `isGone` resolves when
 * none of them is left.
 */
async function attempt(line: string, timeoutMs: number) {
  await using project = await temporaryDirectory()
  const mark = `AGENCY_ATTEMPT=${process.pid}-${attempts++}`
  const [name = '', value = ''] = mark.split('=')
  const runCommand = createConfinedRunner({
    sandbox: createSandbox({ path }),
    policy: { workDirectory: project.path, network: { mode: 'open' } },
    environment: { PATH: path, [name]: value },
    graceMs: 300,
  })
  Bun.spawnSync(['mkfifo', project.join('seen')])
  await using seen = await open(project.join('seen'), 'r+')
  const running = runCommand(`read _ < seen; ${line}`, {
    timeoutMs,
    signal: new AbortController().signal,
  })
  // All of /proc would take the time of those beside: the first process is a child of ours.
  while (!children(process.pid).some((pid) => has(mark, pid))) await Bun.sleep(1)
  await seen.write('\n')
  const run = await running
  return {
    run: startedOnly(run),
    isGone: async () => {
      while (processesWith(mark).length > 0) await Bun.sleep(1)
    },
  }
}

function startedOnly(run: CommandRun) {
  if (run.outcome === 'not-started') throw new Error(run.reason)
  return run
}

/** The processes, bubblewrap's own included, that have a variable in their environment. */
function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && has(mark, pid))
}

function has(mark: string, pid: string | number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)
  } catch {
    return false
  }
}
