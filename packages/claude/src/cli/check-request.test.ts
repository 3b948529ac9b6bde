import { ClaudeInvocationError, createAIRequest, permissionModes } from '@agency/core'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { resultLine } from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'

async function refusal(options: Parameters<typeof createAIRequest>[1], prompt = 'x') {
  const { runner, started } = scriptedRunner([{}])
  const error = await runner.run(createAIRequest(prompt, options), never).catch((caught) => caught)
  expect(error).toBeInstanceOf(ClaudeInvocationError)
  expect(started).toHaveLength(0)
  expect(error.kind).toBe('bad-request')
  return error.message as string
}

verifies(
  'RUN-013',
  'a permission mode that Claude does not have is refused with the list',
  async () => {
    for (const permissionMode of ['delegate', 'PLAN', '']) {
      const message = await refusal({ permissionMode })
      expect(message).toContain(`"${permissionMode}"`)
      for (const mode of permissionModes) expect(message).toContain(mode)
    }
  },
)

verifies('RUN-023', 'a session id that is no UUID is refused by name', async () => {
  for (const kind of ['new', 'continued'] as const) {
    for (const sessionId of ['abc123', `--${crypto.randomUUID()}`, `${crypto.randomUUID()}/x`]) {
      const message = await refusal({ conversation: { kind, sessionId } })
      expect(message).toContain(`"${sessionId}" is not a UUID`)
    }
  }
})

verifies('RUN-026', 'a working directory that is none is refused by its path', async () => {
  await using directory = await temporaryDirectory()
  await Bun.write(directory.join('file'), '')
  expect(await refusal({ workingDir: directory.join('absent') })).toContain(
    `${directory.join('absent')} does not exist`,
  )
  expect(await refusal({ workingDir: directory.join('file') })).toContain(
    `${directory.join('file')} is not a directory`,
  )
})

test('the directory of the runner is looked at as that of a request is', async () => {
  const { runner, started } = scriptedRunner([{}], { workingDir: '/nowhere/at/all' })
  await expect(runner.run(createAIRequest('x'), never)).rejects.toMatchObject({
    kind: 'bad-request',
    message: expect.stringContaining('the working directory /nowhere/at/all does not exist'),
  })
  expect(started).toHaveLength(0)
})

verifies(
  'RUN-066',
  'a request may not set what changes how programs load or whom they talk to',
  async () => {
    const names = [
      ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'NODE_OPTIONS', 'BUN_OPTIONS'],
      ...['BASH_ENV', 'PYTHONPATH', 'PATH', 'GIT_SSH_COMMAND', 'ANTHROPIC_BASE_URL', 'CLAUDE_BIN'],
      ...['AGENCY_ROOT', 'HOME', 'https_proxy', 'IS_SANDBOX', 'not a name', 'X=Y', ''],
      ...[
        'OPENSSL_CONF',
        'LESSOPEN',
        'GOFLAGS',
        'GOPROXY',
        'RUSTC_WRAPPER',
        'MAKEFLAGS',
        'ZDOTDIR',
      ],
      ...['CARGO_BUILD_RUSTC_WRAPPER', 'LUA_INIT_5_4', 'JAVA_OPTS', '_JAVA_OPTIONS', 'PERL5OPT'],
      ...['JAVA_TOOL_OPTIONS', 'RUBYLIB', 'npm_config_registry', 'PIP_INDEX_URL', 'SSL_CERT_FILE'],
      ...['MANPAGER', 'VISUAL', 'SHELL', 'ENV', 'IFS', 'PS4', 'PROMPT_COMMAND', 'CURL_CA_BUNDLE'],
      ...['XDG_CONFIG_HOME', 'TMPDIR', 'GCONV_PATH', 'LOCPATH', 'NODE_EXTRA_CA_CERTS', 'DENO_DIR'],
      ...['SSLKEYLOGFILE', 'SUDO_ASKPASS', 'TAR_OPTIONS', 'CLAUDECODE', 'SSH_AUTH_SOCK', 'CC'],
    ]
    for (const name of names) {
      expect(await refusal({ environment: { [name]: 'x' } })).toContain(name)
    }
  },
)

test('a request may set what a project reads itself', async () => {
  const ordinary = [
    ...[
      'API_URL',
      'DATABASE_URL',
      'DEBUG',
      'PORT',
      'CI',
      'TZ',
      'LANG',
      'LC_ALL',
      'NODE_ENV',
      'RUST_LOG',
    ],
    ...[
      'GOOGLE_API_KEY',
      'AWS_REGION',
      'GITHUB_TOKEN',
      'VITE_API_URL',
      'MAKER',
      'LESSON',
      'LOG_LEVEL',
    ],
    ...[
      'RAILS_ENV',
      'RUST_BACKTRACE',
      'PROXY_COUNT',
      'ENVIRONMENT',
      'FORCE_COLOR',
      'GOAL',
      '_internal',
    ],
  ]
  const environment = Object.fromEntries(ordinary.map((name) => [name, 'x']))
  const { runner, started } = scriptedRunner([{ stdout: resultLine() }])
  await runner.run(createAIRequest('x', { environment }), never)
  expect(started[0]?.command.environment).toMatchObject(environment)
})

test('a blank prompt is refused', async () => {
  expect(await refusal({}, ' \n')).toContain('the prompt is empty')
})
