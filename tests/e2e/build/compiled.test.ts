import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledAgency, compileAgency, findClaudeBinary, verifies } from '@agency/testing'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../sources.ts'
import { processesWith } from '../processes.ts'
import { setStage } from '../stage.ts'
import { systemPathWithout } from '../system-path.ts'

let compiled: CompiledAgency
beforeAll(async () => {
  compiled = await compileAgency()
})

verifies('OPS-012', 'the executable works where there is neither Bun nor Node', async () => {
  await using stage = await setStage('turns: [ { say: hello from far away } ]')
  const elsewhere = join(stage.directory, 'elsewhere')
  mkdirSync(elsewhere)
  const executable = join(elsewhere, 'agency')
  copyFileSync(join(compiled.directory, 'agency'), executable)
  const bare = { executable: [executable], environment: { PATH: elsewhere } }
  const run = (...words: string[]) => stage.agency(words, bare).done
  expect(await run('--version')).toMatchObject({ code: 0, stderr: '' })
  expect((await run('--help')).stdout).toContain('ask')
  const asked = await run('ask', '--json', 'hello')
  expect(asked.code, asked.stderr).toBe(0)
  expect(JSON.parse(asked.stdout)).toMatchObject({ success: true, output: 'hello from far away' })
})

test('the executable serves a rehearsal and asks it', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const script = join(stage.directory, 'story.yaml')
  await Bun.write(script, 'rehearsal: 1\nturns: [ { say: it serves itself } ]\n')
  const executable = [join(compiled.directory, 'agency')]
  const environment = { PATH: '/nowhere' }
  const server = stage.agency(['rehearsal', 'serve', script], { executable, environment })
  await server.until('ANTHROPIC_BASE_URL')
  const ANTHROPIC_BASE_URL = /http:\/\/[\d.]+:\d+/.exec(server.heard())?.[0]
  const asked = await stage.agency(['ask', 'x'], {
    executable,
    environment: { ...environment, ANTHROPIC_BASE_URL },
  }).done
  expect(asked.stdout, asked.stderr).toBe('it serves itself\n')
  server.kill('SIGINT')
  expect((await server.done).code).toBe(130)
})

verifies('AUT-161', 'the demo shows a whole run, asks for no key, and ends well', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const { code, stdout, stderr } = await stage.agency(['demo'], {
    executable: [join(root, 'build.sh')],
    environment: {
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_BASE_URL: undefined,
      TMPDIR: stage.directory,
    },
  }).done
  expect(code, stdout + stderr).toBe(0)
  const refused = stdout.indexOf('! DL-002 refused: `node --test split.test.mjs` failed')
  const accepted = stdout.indexOf('✓ DL-002 accepted: verified')
  expect(refused).toBeGreaterThan(0)
  expect(accepted).toBeGreaterThan(refused)
  expect(stdout).toContain('browser_verify_text_visible 3.34 + 3.33 + 3.33')
  expect(stdout).toContain('✓ DL-003 accepted: verified')
  expect(stdout).toContain('done: 3 deliverables passed')
  expect(stdout).toContain('DL-002  refused   node --test split.test.mjs: exit 1, 1 of 2')
  expect(stdout).toContain('This was the rehearsal model. To use Claude:')
  expect(stdout).toContain('./build.sh compile && dist/agency install')
  expect(stage.model.requests).toEqual([])
  expect(leftovers(stage.directory)).toEqual([])
})

test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s ends the demo, and nothing of it is left',
  async (signal) => {
    await using stage = await setStage('turns: [ { say: unused } ]')
    const demo = stage.agency(['demo'], { environment: { TMPDIR: stage.directory } })
    await demo.until('I read the specification first.')
    demo.kill(signal)
    expect((await demo.done).code).toBe(130)
    expect(leftovers(stage.directory)).toEqual([])
    expect(processesWith(stage.directory)).toEqual([])
  },
)

function leftovers(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.startsWith('agency-'))
}

verifies(
  'AUT-008',
  'a run takes CLAUDE_BIN, then claude from PATH, and without any says how to get it',
  async () => {
    await using stage = await setStage(
      'conversations: [ { repeat: true, turns: [ { say: ready } ] } ]',
    )
    await Bun.write(join(stage.project, 'SPEC.md'), '# Nothing much\n')
    const bin = join(stage.directory, 'bin')
    mkdirSync(bin)
    const makeClaude = (path: string, name: string) => {
      const log = `echo ${name} >> '${join(stage.directory, 'log')}'`
      writeFileSync(path, `#!/bin/sh\n${log}\nexec '${findClaudeBinary()}' "$@"\n`, { mode: 0o755 })
    }
    makeClaude(join(bin, 'claude'), 'path')
    makeClaude(join(stage.directory, 'chosen'), 'chosen')
    const run = (environment: Record<string, string | undefined>) =>
      stage.agency(['run', '-n', '1'], {
        executable: [join(compiled.directory, 'agency')],
        environment,
      }).done
    const PATH = systemPathWithout('claude')
    await run({ PATH: `${bin}:${PATH}`, CLAUDE_BIN: join(stage.directory, 'chosen') })
    await run({ PATH: `${bin}:${PATH}`, CLAUDE_BIN: undefined })
    expect(await Bun.file(join(stage.directory, 'log')).text()).toMatch(/^(chosen\n)+(path\n)+$/)
    const { code, stderr } = await run({ PATH, CLAUDE_BIN: undefined })
    expect(code).not.toBe(0)
    expect(stderr).toContain('npm install -g @anthropic-ai/claude-code')
  },
)
