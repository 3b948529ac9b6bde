import { SandboxError } from '@agency/core'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { detectClaudeCodePath } from '../cli/find-claude.ts'
import { createPlaywrightServer } from './playwright-server.ts'
import { requireSandboxTools } from './require-sandbox-tools.ts'

verifies('SC-AC013', 'a claude that is there is found', () => {
  expect(detectClaudeCodePath({ CLAUDE_BIN: '/bin/sh' })).toBe('/bin/sh')
})

verifies('SC-AC014', 'no claude is no error', () => {
  expect(detectClaudeCodePath({ PATH: '' }, () => undefined)).toBeUndefined()
  expect(detectClaudeCodePath({ CLAUDE_BIN: '/nowhere/claude' })).toBeUndefined()
})

test('missing tools of the sandbox are an error that says what to install', () => {
  const attempt = () => requireSandboxTools('/nowhere', 'linux')
  expect(attempt).toThrow(SandboxError)
  expect(attempt).toThrow(/apt-get install bubblewrap socat/)
  expect(() => requireSandboxTools('/nowhere', 'darwin')).not.toThrow()
})

describe('the Playwright server', () => {
  const place = { browser: '/opt/chrome', path: '/nowhere', outputDirectory: '/out', isRoot: false }

  verifies('AUT-137', 'is pointed at the installed browser', () => {
    const server = createPlaywrightServer(place, () => '/package/cli.js')
    if (!server.ok) throw new Error(server.error)
    expect(server.value.args?.join(' ')).toBe(
      '/package/cli.js --executable-path /opt/chrome --headless --isolated --caps testing --output-dir /out',
    )
  })

  test('turns off the sandbox of Chromium for root alone', () => {
    const server = createPlaywrightServer({ ...place, isRoot: true }, () => '/package/cli.js')
    expect(server.ok && server.value.args).toContain('--no-sandbox')
  })

  test('is left out, with a reason, where its package is not', () => {
    const server = createPlaywrightServer(place, () => undefined)
    expect(server).toMatchObject({ ok: false, error: expect.stringContaining('npm install') })
  })
})
