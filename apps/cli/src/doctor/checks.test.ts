import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { SandboxCheck } from '@agency/sandbox'
import { reservePort, temporaryDirectory } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import type { Check, Place } from './check.ts'
import { agencyRoot } from './checks/agency-root.ts'
import { browser } from './checks/browser.ts'
import { claude } from './checks/claude.ts'
import { credentials } from './checks/credentials.ts'
import { firstFreePort } from './checks/first-free-port.ts'
import { git } from './checks/git.ts'
import { sandbox } from './checks/sandbox.ts'
import { fakePlace } from './fake-place.ts'

const look = (check: Check, place: Place) => check.look(place, new AbortController().signal)

describe('claude', () => {
  test('a CLAUDE_BIN that is no executable is missing, with the way out', async () => {
    const place = fakePlace({ environment: { CLAUDE_BIN: '/nowhere/claude' } })
    expect(await look(claude, place)).toEqual({
      state: 'missing',
      detail: 'CLAUDE_BIN is /nowhere/claude, which is not an executable file',
      fix: 'unset CLAUDE_BIN',
    })
  })

  test('its version and how it was found are told', async () => {
    await using directory = await temporaryDirectory()
    const path = directory.join('claude')
    await writeFile(path, '', { mode: 0o755 })
    const run = async () => ({ exitCode: 0, stdout: '2.1.325 (Claude Code)', stderr: '' })
    const chosen = { ...fakePlace({ environment: { CLAUDE_BIN: path } }), run }
    expect(await look(claude, chosen)).toEqual({
      state: 'ok',
      detail: `2.1.325, CLAUDE_BIN (${path})`,
    })
    const environment = { PATH: directory.path }
    const onPath = { ...fakePlace({ environment }), find: () => path, run }
    expect(await look(claude, onPath)).toMatchObject({ detail: `2.1.325, on PATH (${path})` })
  })

  test('something that tells no version is not claude', async () => {
    for (const stdout of ['', '2.1.325 (Claude Code)']) {
      const run = async () => ({ exitCode: 3, stdout, stderr: 'segmentation fault' })
      const place = { ...fakePlace({ environment: { CLAUDE_BIN: process.execPath } }), run }
      expect(await look(claude, place)).toMatchObject({
        state: 'missing',
        detail: expect.stringContaining('exit code 3, it said: segmentation fault'),
      })
    }
  })
})

describe('git', () => {
  test('is there with its version, or missing with the command that installs it', async () => {
    const there = fakePlace({ tools: { git: { stdout: 'git version 2.39.5' } } })
    expect(await look(git, there)).toEqual({ state: 'ok', detail: '2.39.5 (/bin/git)' })
    expect(await look(git, fakePlace({ tools: { 'apt-get': {} } }))).toEqual({
      state: 'missing',
      detail: 'not on PATH',
      fix: 'sudo apt-get install -y git',
    })
    expect(await look(git, fakePlace({ platform: 'darwin' }))).toMatchObject({
      fix: 'brew install git',
    })
  })
})

describe('sandbox tools', () => {
  const found = { name: 'bubblewrap', ok: true, detail: '/usr/bin/bwrap' }
  const starts = { name: 'sandbox', ok: true, detail: 'bubblewrap starts' }
  const machine = (...tools: SandboxCheck[]) => fakePlace({ sandboxTools: async () => tools })

  test('are well when the tools are there and a sandbox starts', async () => {
    expect(await look(sandbox, machine(found, starts))).toEqual({
      state: 'ok',
      detail: '/usr/bin/bwrap, bubblewrap starts',
    })
  })

  test('name what is not there, and each way out once', async () => {
    const fix = 'apt-get install socat'
    const absent = { name: 'socat', ok: false, detail: 'socat not found', fix }
    const stuck = { name: 'sandbox', ok: false, detail: 'it does not start', fix }
    expect(await look(sandbox, machine(found, absent, stuck))).toEqual({
      state: 'missing',
      detail: 'socat not found, it does not start',
      fix,
    })
  })
})

test('any browser of the Chromium family will do', async () => {
  const chrome = fakePlace({ tools: { 'google-chrome': {} } })
  expect(await look(browser, chrome)).toEqual({ state: 'ok', detail: '/bin/google-chrome' })
  expect(await look(browser, fakePlace({}))).toMatchObject({ state: 'missing' })
})

test('a browser that nothing can drive is told', async () => {
  const place = fakePlace({ tools: { chromium: {} }, hasPlaywright: async () => false })
  expect(await look(browser, place)).toEqual({
    state: 'warn',
    detail: '/bin/chromium, but no Playwright MCP, which a session needs to look at pages',
    fix: 'npm install -g @playwright/mcp',
  })
})

describe('AGENCY_ROOT', () => {
  test('is there, or can be made', async () => {
    await using directory = await temporaryDirectory()
    const there = fakePlace({ root: directory.path })
    expect(await look(agencyRoot, there)).toEqual({ state: 'ok', detail: directory.path })
    const deep = directory.join('a/b')
    expect(await look(agencyRoot, fakePlace({ root: deep }))).toEqual({
      state: 'ok',
      detail: `${deep}, created when first needed`,
    })
    await expect(Bun.file(deep).exists()).resolves.toBe(false)
  })

  test('cannot be a file, nor lie below one', async () => {
    await using directory = await temporaryDirectory()
    await writeFile(directory.join('file'), '')
    for (const root of [directory.join('file'), directory.join('file/below')]) {
      expect(await look(agencyRoot, fakePlace({ root }))).toMatchObject({
        state: 'warn',
        detail: `${directory.join('file')} is not a directory`,
      })
    }
  })
})

describe('credentials', () => {
  test('there are none in a root that is a file, and the root says what is wrong', async () => {
    await using directory = await temporaryDirectory()
    await writeFile(directory.join('file'), '')
    const place = fakePlace({ root: directory.join('file') })
    expect(await look(credentials, place)).toEqual({ state: 'ok', detail: 'none stored' })
  })

  test('none is well', async () => {
    await using directory = await temporaryDirectory()
    const place = fakePlace({ root: directory.path })
    expect(await look(credentials, place)).toEqual({ state: 'ok', detail: 'none stored' })
  })

  test('that others can read are named with the line that closes them', async () => {
    await using directory = await temporaryDirectory()
    const place = fakePlace({ root: directory.path })
    const folder = directory.join('credentials')
    const [token, other] = [directory.join('credentials/claude-token'), `${folder}/it's mine`]
    await mkdir(folder, { mode: 0o700 })
    await writeFile(token, 'secret', { mode: 0o600 })
    await writeFile(other, 'secret', { mode: 0o600 })
    expect(await look(credentials, place)).toMatchObject({ state: 'ok' })

    const inner = `${folder}/old`
    await mkdir(inner, { mode: 0o750 })
    await Promise.all([chmod(token, 0o640), chmod(other, 0o604), chmod(folder, 0o755)])
    const finding = await look(credentials, place)
    expect(finding).toMatchObject({
      state: 'warn',
      detail: `open to others: ${folder}, ${token}, ${other}, ${inner}`,
    })
    expect(JSON.stringify(finding)).not.toContain('secret')
    if (finding.state === 'ok') throw new Error('they are open')
    await Bun.$`sh -c ${finding.fix}`.quiet()
    expect(await look(credentials, place)).toMatchObject({ state: 'ok' })
    expect((await stat(inner)).mode & 0o777).toBe(0o700)
    expect((await stat(token)).mode & 0o777).toBe(0o600)
  })

  test('are as open as what they link to, and a link to nothing opens nothing', async () => {
    await using directory = await temporaryDirectory()
    const folder = directory.join('credentials')
    await mkdir(folder, { mode: 0o700 })
    await symlink('nowhere', `${folder}/dangling`)
    const place = fakePlace({ root: directory.path })
    expect(await look(credentials, place)).toMatchObject({ state: 'ok' })
    await writeFile(directory.join('elsewhere'), 'secret', { mode: 0o644 })
    await symlink(directory.join('elsewhere'), `${folder}/token`)
    expect(await look(credentials, place)).toEqual({
      state: 'warn',
      detail: `open to others: ${folder}/token`,
      fix: `chmod 600 ${folder}/token`,
    })
  })
})

test('a port that is taken is not free, and is again when it is left', async () => {
  const { signal } = new AbortController()
  await using reserved = await reservePort()
  const { port } = reserved
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await firstFreePort(port, port, signal)).toBeUndefined()
  await new Promise((resolve) => server.close(resolve))
  expect(await firstFreePort(port, port, signal)).toBe(port)
})
