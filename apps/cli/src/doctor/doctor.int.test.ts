import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import {
  type CompiledAgency,
  compileAgency,
  findClaudeBinary,
  isolatedEnvironment,
  runToEnd,
  type TemporaryDirectory,
  temporaryDirectory,
  verifies,
} from '@agency/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let compiled: CompiledAgency
let place: TemporaryDirectory
let environment: Record<string, string>

beforeAll(async () => {
  compiled = await compileAgency()
  place = await temporaryDirectory()
  environment = isolatedEnvironment(place.path, 'http://127.0.0.1:1')
})
afterAll(() => place[Symbol.asyncDispose]())

const agency = () => join(compiled.directory, 'agency')
const doctor = (extra: Record<string, string>, ...flags: string[]) =>
  runToEnd([agency(), 'doctor', ...flags], { cwd: place.path, env: { ...environment, ...extra } })

verifies('CLI-003', 'doctor finds this machine well: a line a check, and JSON', async () => {
  // A compiled agency does not carry it; doctor looks for it, and starts nothing.
  const playwright = place.join('tools', 'playwright-mcp')
  await mkdir(place.join('tools'))
  await writeFile(playwright, '#!/bin/sh\n', { mode: 0o755 })
  const PATH = [place.join('tools'), environment['PATH']].join(delimiter)
  const extra = { CLAUDE_BIN: findClaudeBinary(), PATH }
  const told = await doctor(extra)
  expect(told).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['claude', 'git', 'sandbox tools', 'browser', 'AGENCY_ROOT', 'ports']) {
    expect(told.stdout).toMatch(new RegExp(`^  ok +${name} `, 'm'))
  }
  expect(told.stdout).toMatch(/claude +2\.\d+\.\d+, CLAUDE_BIN \(/)
  const json = await doctor(extra, '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: true })
  expect(new Set(Object.values(states(json.stdout)))).toEqual(new Set(['ok']))
})

verifies('CLI-003', 'what is needed and missing makes exit code 1, with the fix', async () => {
  const empty = { PATH: place.join('nothing here'), CLAUDE_BIN: '' }
  const told = await doctor(empty)
  expect(told.code).toBe(1)
  expect(told.stdout).toMatch(/missing +claude +not installed → npm install -g/)
  expect(told.stdout).toMatch(/missing +git +not on PATH → /)
  expect(told.stdout).toMatch(
    /missing +sandbox tools +bwrap not found, socat not found → apt-get install bubblewrap socat/,
  )
  expect(told.stdout).toContain('agency cannot work yet: claude, git, sandbox tools')
})

verifies('CLI-003', 'what is missing but not needed is told, with exit code 0', async () => {
  const bin = place.join('without-browser')
  await mkdir(bin)
  for (const tool of ['git', 'bwrap', 'socat']) {
    await symlink(Bun.which(tool) ?? '', join(bin, tool))
  }
  const extra = { PATH: bin, CLAUDE_BIN: findClaudeBinary() }
  const { code, stdout } = await doctor(extra)
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/^ {2}missing +browser /m)
  expect(stdout).toContain('agency can work here; 1 of 7 could be better')
})

verifies('CLI-003', 'open credentials are a warning, with the line that closes them', async () => {
  const root = place.join('open-root')
  await mkdir(join(root, 'credentials'), { recursive: true, mode: 0o755 })
  await writeFile(join(root, 'credentials/claude-token'), 'sk-hidden', { mode: 0o644 })
  const extra = { CLAUDE_BIN: findClaudeBinary(), AGENCY_ROOT: root }
  const { code, stdout } = await doctor(extra)
  expect(code).toBe(0)
  expect(stdout).toContain(`chmod 600 ${root}/credentials/claude-token`)
  expect(stdout).not.toContain('sk-hidden')
})

test('Ctrl-C ends a check that hangs, with all that it started', async () => {
  const pidFile = place.join('pid')
  const hanging = place.join('hanging-claude')
  await Bun.$`mkfifo ${pidFile}`
  await writeFile(hanging, `#!/bin/sh\nsleep 600 &\necho $! > '${pidFile}'\nwait\n`, {
    mode: 0o755,
  })
  const child = Bun.spawn([agency(), 'doctor'], {
    cwd: place.path,
    env: { ...environment, CLAUDE_BIN: hanging },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const grandchild = Number(await Bun.$`cat ${pidFile}`.text())
  expect(isAlive(grandchild)).toBe(true)
  child.kill('SIGINT')
  expect(await child.exited).toBe(130)
  expect(await new Response(child.stderr).text()).toBe('agency: interrupted\n')
  while (isAlive(grandchild)) await Bun.sleep(1)
})

const states = (stdout: string) =>
  Object.fromEntries(
    JSON.parse(stdout).checks.map((check: { name: string; state: string }) => [
      check.name,
      check.state,
    ]),
  )

/** What has ended but not been reaped counts as ended. */
function isAlive(pid: number): boolean {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'stat=', '-p', String(pid)])
  return /^[^Z]/.test(stdout.toString().trim())
}
