import { createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { resultLine } from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'
import { buildEnvironment, secretNames, secretsIn } from './environment.ts'

verifies('RUN-064', 'only the fixed list and the variables of the model pass', () => {
  const passed = {
    PATH: '/usr/bin',
    HOME: '/home/ada',
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    HTTPS_PROXY: 'http://proxy:3128',
    no_proxy: 'localhost',
    ANTHROPIC_API_KEY: 'sk-x',
    CLAUDE_CONFIG_DIR: '/c',
  }
  const dropped = {
    AWS_SECRET_ACCESS_KEY: 's',
    NODE_OPTIONS: '--require x',
    LD_PRELOAD: 'x.so',
    SSH_AUTH_SOCK: '/s',
    GITHUB_TOKEN: 't',
    MY_ANTHROPIC_KEY: 'x',
    IS_SANDBOX: '1',
  }
  const { CLAUDE_CODE_MAX_RETRIES: retries, ...built } = buildEnvironment(
    { ...passed, ...dropped },
    {},
    {},
  )
  expect(built).toEqual(passed)
  expect(Number(retries)).toBeLessThan(10)
})

test('how often Claude repeats a request stays as somebody has set it', () => {
  const own = { CLAUDE_CODE_MAX_RETRIES: '7' }
  expect(buildEnvironment(own, {}, {})).toEqual(own)
  expect(buildEnvironment({}, own, {})).toEqual(own)
})

verifies(
  'RUN-065',
  'variables of configuration and request are added with their values',
  async () => {
    const { runner, started } = scriptedRunner([{ stdout: resultLine() }], {
      configuration: { environment: { NPM_TOKEN: 'from configuration', LEVEL: '1' } },
    })
    await runner.run(createAIRequest('x', { environment: { LEVEL: '2', CI: 'true' } }), never)
    expect(started[0]?.command.environment).toMatchObject({
      NPM_TOKEN: 'from configuration',
      LEVEL: '2',
      CI: 'true',
    })
  },
)

test('keys, tokens and the password of a proxy are secrets; ordinary values are not', () => {
  const secrets = secretsIn({
    ANTHROPIC_API_KEY: 'sk-1',
    GH_TOKEN: 't-2',
    HTTPS_PROXY: 'http://ada:pass-3@proxy:3128',
    LANG: 'C',
  })
  expect(secrets).toEqual(['sk-1', 't-2', 'pass-3'])
})

test('the password of a proxy is known in both spellings', () => {
  const proxy = (userInfo: string) => secretsIn({ HTTPS_PROXY: `http://${userInfo}@proxy:3128` })
  expect(proxy('ada:p%40ss%2fword')).toEqual(['p%40ss%2fword', 'p@ss/word'])
  expect(proxy('ada:p@ss')).toEqual(['p@ss'])
  expect(proxy('ada:100%')).toEqual(['100%'])
  expect(proxy('ada')).toEqual([])
  expect(secretsIn({ MIRRORS: 'http://a:first@x/y http://b:second@z' })).toEqual([
    'first',
    'second',
  ])
})

test('every value of the custom headers is a secret, with its scheme and without', () => {
  const environment = {
    ANTHROPIC_CUSTOM_HEADERS: 'x-gateway-key: gw-123:456\r\nAuthorization: Bearer abc-789\n',
  }
  expect(secretNames(environment)).toEqual(['ANTHROPIC_CUSTOM_HEADERS'])
  expect(secretsIn(environment)).toEqual(['gw-123:456', 'Bearer abc-789', 'abc-789'])
})

verifies('RUN-044', 'what a gateway or a proxy is opened with is in no error', async () => {
  const { runner } = scriptedRunner([{ code: 1, stderr: 'refused: gateway-7431, p@ssword-7431' }], {
    environment: {
      CLAUDE_BIN: '/bin/sh',
      ANTHROPIC_CUSTOM_HEADERS: 'x-team: blue\nx-portal: gateway-7431',
      HTTPS_PROXY: 'http://ada:p%40ssword-7431@proxy:3128',
    },
  })
  const error = await runner.run(createAIRequest('x'), never).catch((caught) => caught)
  expect(error.message).toContain('refused: [redacted], [redacted]')
  expect(JSON.stringify(error.data)).not.toContain('7431')
})
