import { expect, test } from 'vitest'
import type { RunningServer, ServerExit, ServerPorts, ServerStart, StartServer } from './ports.ts'
import { createSessionServers, mostServers } from './session-servers.ts'

/** Servers that come up at once; `end` makes one die, `alive` lists those that run. */
function setUp(ports: Partial<ServerPorts> = {}) {
  const running = new Map<number, { exit: ServerExit | undefined }>()
  const started: string[] = []
  const startServer: StartServer = async ({ command, port }) => {
    started.push(command)
    const state: { exit: ServerExit | undefined } = { exit: undefined }
    running.set(port, state)
    const server: RunningServer = {
      log: () => `${command} is up\n`,
      exit: () => state.exit,
      async [Symbol.asyncDispose]() {
        state.exit ??= { exitCode: null }
      },
    }
    return { outcome: 'listening', server }
  }
  const servers = createSessionServers({
    judge: () => ({ decision: 'allow' }),
    startServer,
    ...ports,
  })
  return {
    servers,
    started,
    end: (port: number, exitCode: number) => {
      const state = running.get(port)
      if (state !== undefined) state.exit = { exitCode }
    },
    alive: () => [...running].filter(([, { exit }]) => exit === undefined).map(([port]) => port),
  }
}

const startThat = (start: ServerStart) => setUp({ startServer: async () => start }).servers

test('a server that listens is answered with its address and what it has printed', async () => {
  const { servers } = setUp()
  expect(await servers.start({ command: 'node a.js', port: 3000 })).toEqual({
    success: true,
    message: '`node a.js` listens at http://localhost:3000/. Its log:\nnode a.js is up',
  })
})

test('it is given half a minute unless told otherwise', async () => {
  const asked: number[] = []
  const startServer: StartServer = async (_request, { patienceMs }) => {
    asked.push(patienceMs)
    return { outcome: 'silent', log: '' }
  }
  for (const changes of [{}, { patienceMs: 5 }]) {
    await setUp({ startServer, ...changes }).servers.start({ command: 'x', port: 3000 })
  }
  expect(asked).toEqual([30_000, 5])
})

test.each([0, 80, 1023, 65_536, 3000.5, Number.NaN])('%d is no port for a server', async (port) => {
  const { servers, started } = setUp()
  expect(await servers.start({ command: 'node a.js', port })).toMatchObject({
    success: false,
    error: 'INVALID_INPUT',
    message: expect.stringContaining('from 1024 to 65535'),
  })
  expect(started).toEqual([])
})

test('an empty command is none', async () => {
  const { servers, started } = setUp()
  expect(await servers.start({ command: ' ', port: 3000 })).toMatchObject({
    error: 'INVALID_INPUT',
  })
  expect(started).toEqual([])
})

test('what the policy denies is not started, and the answer says why', async () => {
  const { servers, started } = setUp({
    judge: () => ({ decision: 'deny', reason: 'curl is not an allowed command' }),
  })
  expect(await servers.start({ command: 'curl x', port: 3000 })).toEqual({
    success: false,
    error: 'NOT_ALLOWED',
    message: '`curl x` was not started, the policy denies it: curl is not an allowed command',
  })
  expect(started).toEqual([])
})

test('the same server again is the one that runs already', async () => {
  const { servers, started } = setUp()
  await servers.start({ command: 'node a.js', port: 3000 })
  expect(await servers.start({ command: 'node a.js', port: 3000 })).toEqual({
    success: true,
    message: '`node a.js` runs already, at http://localhost:3000/',
  })
  expect(started).toHaveLength(1)
})

test('another server on its port has to wait until it is stopped', async () => {
  const { servers, alive } = setUp()
  await servers.start({ command: 'node a.js', port: 3000 })
  const other = { command: 'node b.js', port: 3000 }
  expect(await servers.start(other)).toMatchObject({
    error: 'ALREADY_EXISTS',
    message: expect.stringContaining('`node a.js` runs on port 3000; stop it first'),
  })
  expect(await servers.stop({ port: 3000 })).toMatchObject({ success: true })
  expect(alive()).toEqual([])
  expect(await servers.start(other)).toMatchObject({ success: true })
})

test('one that has died is started anew, with the same words or others', async () => {
  const { servers, started, end } = setUp()
  await servers.start({ command: 'node a.js', port: 3000 })
  end(3000, 1)
  await servers.start({ command: 'node a.js', port: 3000 })
  end(3000, 1)
  expect(await servers.start({ command: 'node b.js', port: 3000 })).toMatchObject({ success: true })
  expect(started).toEqual(['node a.js', 'node a.js', 'node b.js'])
})

test('there is a limit to how many run, and the dead do not count', async () => {
  const { servers, end } = setUp()
  for (let port = 3001; port <= 3000 + mostServers; port += 1) {
    expect(await servers.start({ command: 'x', port })).toMatchObject({ success: true })
  }
  const next = { command: 'x', port: 4000 }
  expect(await servers.start(next)).toMatchObject({
    error: 'TOO_MANY',
    message: expect.stringContaining('on ports 3001, 3002, 3003, 3004, 3005'),
  })
  end(3002, 0)
  expect(await servers.start(next)).toMatchObject({ success: true })
})

test('two starts at once cannot both have the port', async () => {
  const { servers, started } = setUp()
  const both = await Promise.all(
    ['a', 'b'].map((command) => servers.start({ command, port: 3000 })),
  )
  expect(both.map(({ success }) => success)).toEqual([true, false])
  expect(started).toEqual(['a'])
})

test('a server that does not come up is told with its exit code and the end of its log', async () => {
  const log = `${'x\n'.repeat(9_000)}Error: no database\n`
  const died = startThat({ outcome: 'exited', exit: { exitCode: 3 }, log })
  const { error, message } = await died.start({ command: 'node a.js', port: 3000 })
  expect(error).toBe('SERVER_FAILED')
  expect(message).toMatch(/^`node a.js` ended with exit code 3 before it listened on port 3000\./)
  expect(message).toMatch(/characters left out.*Error: no database$/s)
  expect(message.length).toBeLessThan(4_300)

  const killed = startThat({ outcome: 'exited', exit: { exitCode: null }, log: '' })
  expect((await killed.start({ command: 'a', port: 3000 })).message).toBe(
    '`a` was killed by a signal before it listened on port 3000. It has printed nothing.',
  )
  const silent = startThat({ outcome: 'silent', log: 'compiling' })
  expect((await silent.start({ command: 'a', port: 3000 })).message).toBe(
    '`a` did not listen on port 3000 of localhost within 30 s and was stopped. Its log:\ncompiling',
  )
  const refused = startThat({ outcome: 'not-started', reason: 'port 3000 is taken' })
  expect((await refused.start({ command: 'a', port: 3000 })).message).toBe(
    '`a` was not started: port 3000 is taken',
  )
})

test('the log of a server can be read while it runs and after it died', async () => {
  const { servers, end } = setUp()
  await servers.start({ command: 'a', port: 3000 })
  expect((await servers.readLog({ port: 3000 })).message).toBe(
    '`a` on port 3000 is running. Its log:\na is up',
  )
  end(3000, 7)
  expect((await servers.readLog({ port: 3000 })).message).toContain('ended with exit code 7')
  expect((await servers.stop({ port: 3000 })).message).toContain(
    'exit code 7 before it was stopped',
  )
})

test('a port without a server has none to stop or read', async () => {
  const { servers } = setUp()
  expect(await servers.stop({ port: 3000 })).toMatchObject({ error: 'NOT_FOUND' })
  expect(await servers.readLog({ port: 3000 })).toMatchObject({ error: 'NOT_FOUND' })
})

test('all end with the session, and none starts after it', async () => {
  const { servers, started, alive } = setUp()
  await servers.start({ command: 'a', port: 3000 })
  await servers.start({ command: 'b', port: 3001 })
  await servers[Symbol.asyncDispose]()
  await servers[Symbol.asyncDispose]()
  expect(alive()).toEqual([])
  expect(await servers.start({ command: 'c', port: 3002 })).toMatchObject({ error: 'INTERRUPTED' })
  expect(started).toEqual(['a', 'b'])
})

test('the end of the session ends a start that is under way', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { servers } = setUp({
    startServer: (_request, { signal }) => {
      begin()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  })
  const start = servers.start({ command: 'a', port: 3000 })
  await begun
  await servers[Symbol.asyncDispose]()
  expect(await start).toMatchObject({ success: false, error: 'INTERRUPTED' })
})

test('what goes wrong unforeseen is an answer, too', async () => {
  const { servers } = setUp({ startServer: () => Promise.reject(new Error('out of processes')) })
  expect(await servers.start({ command: 'a', port: 3000 })).toEqual({
    success: false,
    error: 'SERVER_FAILED',
    message: 'out of processes',
  })
})
