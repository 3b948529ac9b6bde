import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { requireFreePorts } from '@agency/sandbox'
import { reservePort, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { processesWith, until } from '../processes.ts'
import { type Executable, fromSource, type Stage } from '../stage.ts'
import {
  answersIn,
  bash,
  claim,
  sessionThatCalls,
  setOpenWork,
  type ToolCall,
} from './open-work.ts'

const guestBook = `
import { createServer } from 'node:http'
let guests = 0
createServer((request, response) => {
  if (request.url !== '/') return response.writeHead(404).end()
  guests += 1
  console.log('guest ' + guests)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Book</title><p>Guest number ' + guests + '</p>')
}).listen(process.env.PORT, '127.0.0.1')
`
const burglar = `
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const attempt = (name, work) => { try { work(); return name + ' DONE' } catch (error) { return name + ' ' + error.code } }
const loot = [
  attempt('read', () => readFileSync('/etc/passwd')),
  attempt('write', () => writeFileSync('.autonoe/status.json', '{}')),
  attempt('project', () => writeFileSync('mine.txt', '')),
].join(', ')
console.log(loot)
createServer((_request, response) => response.end(loot)).listen(process.env.PORT)
`

const write = (name: string, content: string): ToolCall => ({
  Write: { file_path: `{{cwd}}/${name}`, content },
})
const startServer = (command: string, port: number): ToolCall => ({
  'mcp__autonoe-server__start_server': { command, port },
})
const stopServer = (port: number): ToolCall => ({ 'mcp__autonoe-server__stop_server': { port } })
const readLog = (port: number): ToolCall => ({ 'mcp__autonoe-server__read_server_log': { port } })
const open = (port: number): ToolCall => ({
  mcp__playwright__browser_navigate: { url: `http://localhost:${port}/` },
})
const see = (text: string): ToolCall => ({ mcp__playwright__browser_verify_text_visible: { text } })

verifies(
  ['SC-B001', 'SC-B004'],
  'an agent writes a server, starts it, looks at it in the browser, goes on working, and stops it',
  async () => {
    await using reserved = await reservePort()
    const { port } = reserved
    const reach = `fetch('http://127.0.0.1:${port}/').catch((error) => console.log(error.cause.code))`
    await using stage = await setOpenWork(
      sessionThatCalls([
        write('server.mjs', guestBook),
        startServer('node server.mjs', port),
        open(port),
        see('Guest number 1'),
        bash(`node -e "${reach}"`),
        startServer('node server.mjs', port),
        open(port),
        see('Guest number 2'),
        readLog(port),
        stopServer(port),
        open(port),
        write('hello.txt', 'Hello'),
        claim('DL-001'),
      ]),
      { executable: fromSource },
    )
    const { code, stdout, stderr } = await run(stage, ['run', '--json', '-n', '1']).done
    const answers = answersIn(stdout)
    const text = (index: number) => answers[index]?.content
    expect(code, stderr).toBe(0)
    expect(text(1)).toContain(`\`node server.mjs\` listens at http://localhost:${port}/`)
    expect(text(2)).toContain('Page Title: Book')
    // A command has its own network, so the browser is the way to a server.
    expect(text(4)).toBe('ECONNREFUSED')
    expect(text(5)).toContain('runs already')
    expect(text(8)).toContain('guest 1\\nguest 2')
    expect(text(9)).toContain('was stopped')
    expect(text(10)).toContain('ERR_CONNECTION_REFUSED')
    const failed = answers.flatMap(({ isError }, index) => (isError ? [index] : []))
    expect(failed, answers.map(({ content }) => content).join('\n')).toEqual([10])
    expectNothingLeft(stage)
  },
)

test('a server is under the same policy and in the same walls as all that an agent runs', async () => {
  await using reserved = await reservePort()
  const { port } = reserved
  await using other = await occupy(0)
  const taken = other.port
  await using stage = await setOpenWork(
    sessionThatCalls([
      write('server.mjs', burglar),
      startServer('curl http://example.com', port),
      startServer('node server.mjs > .autonoe/log', port),
      startServer('node server.mjs', 80),
      startServer('node server.mjs', taken),
      startServer('node nothing.mjs', port),
      startServer('node server.mjs', port),
      open(port),
      { 'mcp__autonoe-server__start_server': { command: ['node'], port } },
      { 'mcp__autonoe-server__stop_server': {} },
    ]),
    { executable: fromSource },
  )
  const { stdout } = await run(stage, ['run', '--json', '-n', '1']).done
  const answers = answersIn(stdout)
  const failed = answers.flatMap(({ isError }, index) => (isError ? [index] : []))
  expect(failed, stdout).toEqual([1, 2, 3, 4, 5, 8, 9])
  for (const [index, reason] of [
    [1, 'policy denies it: curl'],
    [2, 'policy denies it'],
    [3, 'choose one from 1024'],
    [4, `port ${taken} is taken on this machine`],
    [5, 'exit code 1 before it listened'],
    [5, 'Cannot find module'],
    [6, 'read ENOENT, write EROFS, project DONE'],
  ] as const) {
    expect(answers[index]?.content).toContain(reason)
  }
  // It was not stopped by the agent; the session's end did that.
  expectNothingLeft(stage)
  expect(existsSync(join(stage.project, '.autonoe/log'))).toBe(false)
})

describe('whatever ends a run ends its servers', () => {
  const modes = [
    // From its sources it has the browser's server, too: one more process that has to go.
    { words: ['run'], executable: fromSource },
    { words: ['run', '--no-sandbox'] },
  ]
  const running = async (executable?: Executable) => {
    await using reserved = await reservePort()
    const { port } = reserved
    const calls = [startServer('node server.mjs', port), bash('tail -f /dev/null')]
    const stage = await setOpenWork(sessionThatCalls(calls), {
      files: { 'server.mjs': guestBook },
      ...(executable === undefined ? {} : { executable }),
    })
    return { stage, port }
  }
  const untilServed = async (agency: ReturnType<Stage['agency']>, port: number) => {
    await agency.until('listens at')
    const page = await fetch(`http://localhost:${port}/`)
    expect(await page.text()).toContain('Guest number')
  }

  for (const { words, executable } of modes) {
    test(`Ctrl-C, within two seconds: ${words.join(' ')}`, async () => {
      const { stage, port } = await running(executable)
      await using _ = stage
      const agency = run(stage, [...words, '--json'])
      await untilServed(agency, port)
      const askedAt = performance.now()
      agency.kill('SIGINT')
      expect((await agency.done).code).toBe(130)
      expect(performance.now() - askedAt).toBeLessThan(2_000)
      expectNothingLeft(stage)
      await using _free = await occupy(port)
    })

    test(`kill -9: ${words.join(' ')}`, async () => {
      const { stage, port } = await running(executable)
      await using _ = stage
      const agency = run(stage, [...words, '--json'])
      await untilServed(agency, port)
      agency.kill('SIGKILL')
      await agency.done
      await until('nothing is left', () => processesWith(stage.directory).length === 0)
      await untilFree(port)
    })
  }
})

/** With a place of its own for what is temporary, so that one can see what is left there. */
function run(stage: Stage, words: readonly string[]) {
  mkdirSync(temporaryOf(stage))
  return stage.agency(words, { environment: { TMPDIR: temporaryOf(stage) } })
}

function temporaryOf({ directory }: Stage): string {
  return join(directory, 'tmp')
}

function expectNothingLeft(stage: Stage): void {
  expect(processesWith(stage.directory)).toEqual([])
  expect(readdirSync(temporaryOf(stage)).filter((name) => name.startsWith('agency-'))).toEqual([])
}

async function occupy(port: number): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What was killed gives its port back a moment after it has left the list of processes. */
async function untilFree(port: number): Promise<void> {
  const patience = AbortSignal.timeout(60_000)
  while (!(await requireFreePorts([port])).ok) patience.throwIfAborted()
}
