import { execFileSync } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type ClaudeRun,
  isolatedEnvironment,
  runClaude,
  temporaryDirectory,
  verifies,
} from '@agency/testing'
import { expect } from 'vitest'
import { parseScript } from '../script/parse-script.ts'
import type { RehearsalRequest } from '../serve/api-server.ts'
import { createRehearsalServer } from '../serve/rehearsal-server.ts'
import { loadCassette } from './load-cassette.ts'
import { createRecordServer } from './record-server.ts'
import { createReplayServer } from './replay-server.ts'

/** Shaped like a real key, as a careless command might print one. */
const leakedKey = ['sk', 'ant', 'api03', 'abcdefgh12345678'].join('-')

const script = `rehearsal: 1
turns:
  - say: I write a file with a rather long text, so that its path comes in several pieces.
    do:
      - Write: { file_path: "{{cwd}}/notes.txt", content: "one\\ntwo\\n" }
  - do:
      - Bash: { command: "wc -l < {{cwd}}/notes.txt && echo ${leakedKey}" }
  - say: "There are {{result}} in {{cwd}}"
`

verifies(
  ['AUT-158', 'REH-004', 'REH-005'],
  'a recorded run is replayed elsewhere: the same tool calls in the same order',
  async () => {
    await using directory = await temporaryDirectory()
    const { run: recorded, cassette } = await record(directory.path)
    const { run: replayed, requests } = await replay(cassette, directory.join('elsewhere'))

    expect(replayed.exitCode).toBe(0)
    expect(recorded.toolCalls.map(({ name }) => name)).toEqual(['Write', 'Bash'])
    expect(replayed.workingDirectory).not.toBe(recorded.workingDirectory)
    const withoutKey = JSON.stringify(callsRelative(recorded)).replaceAll(leakedKey, 'REDACTED')
    expect(callsRelative(replayed)).toEqual(JSON.parse(withoutKey))
    expect(await readFile(`${replayed.workingDirectory}/notes.txt`, 'utf8')).toBe('one\ntwo\n')
    expect(replayed.result['result']).toContain(`in ${replayed.workingDirectory}`)
    expect(requests.map(({ summary }) => summary)).toEqual([
      'line 1 of the recording',
      'line 2 of the recording',
      'line 3 of the recording',
    ])
  },
)

verifies('REH-004', 'every exchange is one JSON line, and no key is in any of them', async () => {
  await using directory = await temporaryDirectory()
  const secrets = {
    ANTHROPIC_API_KEY: 'private-0123456789',
    ANTHROPIC_AUTH_TOKEN: 'token-9876543210',
  }
  const { cassette, sent } = await record(directory.path, secrets)
  const text = await readFile(cassette, 'utf8')
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ request: { path: '/v1/messages' } })
  }
  expect(text.includes('notes.txt')).toBe(true)
  for (const secret of Object.values(secrets)) {
    expect(sent.includes(secret), `${secret} went upstream`).toBe(true)
    expect(text.includes(secret), `${secret} was recorded`).toBe(false)
  }
  expect(text.includes(leakedKey)).toBe(false)
  expect(text.includes('echo REDACTED')).toBe(true)
  expect(/"(authorization|x-api-key|device_id|account_uuid)\\*":/i.test(text)).toBe(false)
  expect((await stat(cassette)).mode & 0o777).toBe(0o600)
})

verifies(
  ['REH-004', 'REH-005'],
  'a token that a command prints is not in the file, and another one in its place is no difference',
  async () => {
    await using directory = await temporaryDirectory()
    const leak = async (name: string, letter: string) => {
      const tokens = [
        ['gh', 'p'],
        ['np', 'm'],
      ].map((kind) => `${kind.join('')}_${letter.repeat(36)}`)
      await mkdir(directory.join(name, 'work'), { recursive: true })
      await writeFile(
        directory.join(name, 'work/.env'),
        `x-corp-token: ${letter.repeat(20)}\n${tokens.join('\n')}\n`,
      )
    }
    await leak('recorded', 'a')
    const printing = `rehearsal: 1\nturns: [{ do: [{ Bash: { command: cat .env } }] }, { say: '{{result}}' }]`
    const { cassette, run: recorded } = await record(directory.path, {}, printing)
    expect(recorded.result['result']).toContain('a'.repeat(36))
    const text = await readFile(cassette, 'utf8')
    expect(text).toContain('x-corp-token: REDACTED')
    expect(text).not.toContain('a'.repeat(20))
    await leak('replayed', 'b')
    const { run } = await replay(cassette, directory.join('replayed'))
    expect(run.result['result']).toBe('x-corp-token: REDACTED\nREDACTED\nREDACTED')
  },
)

verifies('REH-005', 'a request that differs fails with the first difference', async () => {
  await using directory = await temporaryDirectory()
  const { cassette } = await record(directory.path)
  const { run, requests } = await replay(cassette, directory.join('other'), 'count them twice')
  expect(run.exitCode).toBe(1)
  expect(run.toolCalls).toEqual([])
  expect(requests).toHaveLength(1)
  expect(run.result['result']).toMatch(
    /cassette "run.jsonl", line 1: the request differs at messages\[0\]\.content\[\d\]\.text: recorded .*count the lines.*, got .*count them twice/,
  )
})

verifies(
  ['AUT-158', 'REH-005'],
  'a run recorded in a git repository is replayed in a clone that is ahead of it and dirty',
  async () => {
    await using directory = await temporaryDirectory()
    const original = directory.join('recorded/work')
    await mkdir(original, { recursive: true })
    await writeFile(`${original}/CLAUDE.md`, 'Be kind.\n')
    git(original, 'init', '--quiet', '--initial-branch=main')
    commit(original, 'the first commit')
    const { run: recorded, cassette } = await record(directory.path)

    const clone = directory.join('cloned/work')
    git(original, 'clone', '--quiet', original, clone)
    git(clone, 'switch', '--quiet', '--create=elsewhere')
    await writeFile(`${clone}/further.txt`, 'one more file\n')
    commit(clone, 'one commit later')
    await writeFile(`${clone}/further.txt`, 'changed\n')
    await writeFile(`${clone}/unknown to git.txt`, '')
    const replayed = await replay(cassette, directory.join('cloned'))
    expect(replayed.run.result['result']).toContain(`in ${clone}`)
    expect(replayed.run.toolCalls.map(({ name }) => name)).toEqual(
      recorded.toolCalls.map(({ name }) => name),
    )

    await writeFile(`${clone}/CLAUDE.md`, 'Be unkind.\n')
    const unkind = await replay(cassette, directory.join('cloned'))
    expect(unkind.run.result['result']).toMatch(/differs at .*Be kind.*, got .*Be unkind/)
  },
)

function commit(repository: string, message: string): void {
  git(repository, 'add', '--all')
  git(repository, '-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', message)
}

function git(directory: string, ...words: string[]): void {
  execFileSync('git', words, {
    cwd: directory,
    env: isolatedEnvironment(dirname(directory), 'http://127.0.0.1:1'),
  })
}

async function record(
  directory: string,
  environment: Record<string, string> = {},
  played = script,
) {
  const parsed = parseScript(played, 'script.yaml')
  if (!parsed.ok) throw parsed.error
  const cassette = `${directory}/run.jsonl`
  const sent: RehearsalRequest[] = []
  await using upstream = createRehearsalServer({
    script: parsed.value,
    onRequest: (request) => sent.push(request),
  })
  await using server = createRecordServer({ upstream: new URL(upstream.url), cassette })
  const run = await runClaude({
    prompt: 'count the lines',
    directory: `${directory}/recorded`,
    baseUrl: server.url,
    environment,
  })
  expect(run.exitCode).toBe(0)
  return { run, cassette, sent: JSON.stringify(sent) }
}

async function replay(cassette: string, directory: string, prompt = 'count the lines') {
  const loaded = await loadCassette(cassette)
  if (!loaded.ok) throw loaded.error
  const requests: RehearsalRequest[] = []
  await using server = createReplayServer({
    name: 'run.jsonl',
    exchanges: loaded.value,
    onRequest: (request) => requests.push(request),
  })
  const run = await runClaude({ prompt, directory, baseUrl: server.url })
  return { run, requests }
}

function callsRelative({ toolCalls, workingDirectory }: ClaudeRun): unknown {
  return JSON.parse(JSON.stringify(toolCalls).replaceAll(workingDirectory, '.'))
}
