import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { err, SandboxError } from '@agency/core'
import { temporaryDirectory } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import { createNoSandbox } from './no-sandbox.ts'
import { createConfinedRunner } from './run-confined.ts'

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const engines = [createSandbox({ path }), createNoSandbox()]
const never = new AbortController().signal

for (const sandbox of engines) {
  describe(`with ${sandbox.engine}`, () => {
    test('a command runs in the project, with its own environment and nothing else', async () => {
      await using project = await temporaryDirectory()
      const run = await runIn(project.path)('pwd; echo "[$COLOUR][$HOME]"; echo oops >&2; exit 3')
      expect(run).toMatchObject({
        outcome: 'exited',
        exitCode: 3,
        stdout: `${project.path}\n[red][]\n`,
        stderr: 'oops\n',
      })
      const sha256 = createHash('sha256').update(`${project.path}\n[red][]\noops\n`).digest('hex')
      expect(run).toHaveProperty('outputSha256', sha256)
    })

    test('a command that does not end is stopped, and what it started with it', async () => {
      await using project = await temporaryDirectory()
      const run = await runIn(project.path)('(sleep 60; touch late) & trap "" TERM; sleep 60', 300)
      expect(run).toMatchObject({ outcome: 'timed-out', exitCode: null })
      expect(existsSync(project.join('late'))).toBe(false)
    })

    test('what a command leaves in the background does not outlive it, nor hold it up', async () => {
      await using project = await temporaryDirectory()
      const run = await runIn(project.path)('(sleep 1000; touch late) & echo done')
      expect(run).toMatchObject({ outcome: 'exited', exitCode: 0, stdout: 'done\n' })
      // They were killed; the kernel takes its time.
      while (processesIn(project.path).length > 0) await Bun.sleep(1)
    })

    test('an abort ends it within its grace and rejects with the reason', async () => {
      await using project = await temporaryDirectory()
      const abort = new AbortController()
      const run = runIn(project.path, abort.signal)('touch started; sleep 60')
      while (!existsSync(project.join('started'))) await new Promise(setImmediate)
      abort.abort(new Error('Ctrl-C'))
      await expect(run).rejects.toThrow('Ctrl-C')
    })

    test('a flood of output is stopped', async () => {
      await using project = await temporaryDirectory()
      const run = await runIn(project.path)('yes')
      expect(run).toMatchObject({ outcome: 'too-much-output', exitCode: null })
      expect(run.outcome === 'not-started' ? 0 : run.stdout.length).toBeLessThan(1_100_000)
    })

    const runIn =
      (project: string, signal = never) =>
      (line: string, timeoutMs = 30_000) =>
        createConfinedRunner({
          sandbox,
          policy: { workDirectory: project, network: { mode: 'none' } },
          environment: { PATH: path, COLOUR: 'red' },
          graceMs: 200,
        })(line, { timeoutMs, signal })
  })
}

/** The processes that have a directory as their own. */
function processesIn(directory: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory
      } catch {
        return false
      }
    })
}

test('in the sandbox the protected directory cannot be written, nor its contents removed', async () => {
  await using project = await temporaryDirectory()
  mkdirSync(project.join('.autonoe'))
  await Bun.write(project.join('.autonoe/status.json'), 'true')
  const run = createConfinedRunner({
    sandbox: createSandbox({ path }),
    policy: {
      workDirectory: project.path,
      protected: [project.join('.autonoe')],
      network: { mode: 'none' },
    },
    environment: { PATH: path },
  })
  for (const line of [
    'echo forged > .autonoe/status.json',
    'rm -rf .autonoe',
    'mv .autonoe elsewhere',
    'touch .autonoe/evidence.json',
  ]) {
    const ended = await run(line, { timeoutMs: 30_000, signal: never })
    expect(ended, line).not.toMatchObject({ exitCode: 0 })
  }
  expect(await Bun.file(project.join('.autonoe/status.json')).text()).toBe('true')
  expect(existsSync(project.join('.autonoe/evidence.json'))).toBe(false)
})

test('a sandbox that refuses is told, and nothing runs', async () => {
  await using project = await temporaryDirectory()
  const run = createConfinedRunner({
    sandbox: { engine: 'broken', wrap: async () => err(new SandboxError('bubblewrap not found')) },
    policy: { workDirectory: project.path, network: { mode: 'none' } },
    environment: { PATH: path },
  })
  const ended = await run('touch ran', { timeoutMs: 1_000, signal: never })
  expect(ended).toEqual({ outcome: 'not-started', reason: 'sandbox: bubblewrap not found' })
  expect(existsSync(project.join('ran'))).toBe(false)
})
