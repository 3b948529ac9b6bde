import { existsSync, writeFileSync } from 'node:fs'
import { reservePort, temporaryDirectory } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { ask, echo, listener, never, occupy, openPlace } from '../../testing/server-place.ts'
import { createSandbox } from '../create-sandbox.ts'
import { path } from '../escapes/run-inside.ts'
import { createNoSandbox } from '../no-sandbox.ts'
import { createServerStarter } from './start-server.ts'

const confined = createSandbox({ path })

for (const sandbox of [confined, createNoSandbox()]) {
  describe(`with ${sandbox.engine}`, () => {
    const hosts = ["'127.0.0.1'", "'::1'", "'::'", "'0.0.0.0'", "'localhost'", "'::ffff:127.0.0.1'"]
    for (const host of hosts) {
      test(`a server on ${host} is reached at its port of localhost`, async () => {
        await using place = await openPlace(sandbox)
        await using server = await place.serve(`, ${host}`)
        expect(await ask(place.port)).toBe(`hello from ${place.port}`)
        expect(server.log()).toBe('open\n')
        expect(server.exit()).toBeUndefined()
      })
    }

    const runtimes = [
      ['python', 'python3 -m http.server --bind 127.0.0.1 $PORT'],
      ['python on ::1', 'python3 -m http.server --bind ::1 $PORT'],
      [
        'bun',
        `'${process.execPath}' -e 'Bun.serve({ port: process.env.PORT, fetch: () => new Response("page") })'`,
      ],
    ] as const
    for (const [runtime, line] of runtimes) {
      test(`a server in ${runtime} is reached`, async () => {
        await using place = await openPlace(sandbox)
        writeFileSync(place.join('index.html'), 'page')
        const start = await place.start(line)
        if (start.outcome !== 'listening') throw new Error(JSON.stringify(start))
        await using _server = start.server
        expect(await ask(place.port)).toBe('page')
      })
    }

    test('both addresses of localhost lead to it where they can', async () => {
      await using place = await openPlace(sandbox)
      await using _server = await place.serve('')
      for (const host of ['127.0.0.1', '[::1]']) {
        expect(await ask(place.port, host)).toBe(`hello from ${place.port}`)
      }
    })

    test('a long answer, many at once, and one that comes after the question has closed', async () => {
      await using place = await openPlace(sandbox)
      await using _server = await place.run(
        `require('net').createServer({ allowHalfOpen: true }, (c) => {
           let heard = 0
           c.on('data', (d) => { heard += d.length }).on('end', () => setTimeout(() => c.end('x'.repeat(heard)), 700))
         }).listen(process.env.PORT)`,
      )
      const sizes = Array.from({ length: 30 }, (_, index) => 1 + index * 20_000)
      const answers = await Promise.all(sizes.map((size) => echo(place.port, size)))
      expect(answers).toEqual(sizes)
    })

    test('disposing it ends it and all that it started, and frees the port', async () => {
      await using place = await openPlace(sandbox)
      {
        await using server = await place.serve('')
        await server[Symbol.asyncDispose]()
        await expect(ask(place.port)).rejects.toThrow()
      }
      await using _next = await place.serve('')
      expect(await ask(place.port)).toContain('hello')
    })

    test('a server that dies is told with its exit code and its last words', async () => {
      await using place = await openPlace(sandbox)
      const start = await place.start('node -e "console.error(\'no database\'); process.exit(3)"')
      expect(start).toEqual({ outcome: 'exited', exit: { exitCode: 3 }, log: 'no database\n' })
    })

    test('one that dies later leaves its log, and gives the port back at once', async () => {
      await using place = await openPlace(sandbox)
      await using server = await place.run(
        `require('http').createServer(() => { console.log('oops'); process.exit(7) }).listen(process.env.PORT)`,
      )
      await expect(ask(place.port)).rejects.toThrow()
      while (server.exit() === undefined) await new Promise(setImmediate)
      expect(server.exit()).toEqual({ exitCode: 7 })
      expect(server.log()).toBe('oops\n')
      await using _next = await place.serve('')
    })

    test('one that never listens is stopped when its time is over', async () => {
      await using place = await openPlace(sandbox)
      // Which is as soon as it has spoken, however long that takes here.
      const now = () => (existsSync(place.join('spoke')) ? Infinity : 0)
      const start = await place.start('trap "" TERM; echo busy; touch spoke; sleep 60', { now })
      expect(start).toEqual({ outcome: 'silent', log: 'busy\n' })
    })

    test('one that goes into the background is none', async () => {
      await using place = await openPlace(sandbox)
      expect(await place.start('sleep 60 &')).toMatchObject({
        outcome: 'exited',
        exit: { exitCode: 0 },
      })
    })

    for (const host of ['127.0.0.1', '::1', '0.0.0.0']) {
      test(`a port that somebody else has on ${host} is refused, and nothing runs`, async () => {
        await using place = await openPlace(sandbox)
        await using _other = await occupy(place.port, host)
        const start = await place.start('touch ran')
        expect(start).toMatchObject({
          outcome: 'not-started',
          reason: expect.stringContaining(`port ${place.port} is taken on this machine`),
        })
        expect(existsSync(place.join('ran'))).toBe(false)
      })
    }

    test('a project that is gone is told', async () => {
      await using place = await openPlace(sandbox)
      await using gone = await temporaryDirectory()
      const start = createServerStarter({
        sandbox,
        policy: { workDirectory: gone.join('gone'), network: { mode: 'none' } },
        environment: { PATH: path },
      })({ command: 'true', port: place.port }, { patienceMs: 1_000, signal: never })
      expect(await start).toMatchObject({
        outcome: 'not-started',
        reason: expect.stringMatching(/no such|does not exist/i),
      })
    })

    test('an abort ends the start and what was started', async () => {
      await using place = await openPlace(sandbox)
      const abort = new AbortController()
      const start = place.start('touch started; sleep 60', { signal: abort.signal })
      while (!existsSync(place.join('started'))) await new Promise(setImmediate)
      abort.abort(new Error('Ctrl-C'))
      await expect(start).rejects.toThrow('Ctrl-C')
    })

    test('a log without end is kept to its end', async () => {
      await using place = await openPlace(sandbox)
      await using server = await place.run(
        `require('http').createServer((q, a) => {
           const line = 'x'.repeat(999) + '\\n'
           process.stdout.write(line.repeat(2000) + 'the end', () => a.end('done'))
         }).listen(process.env.PORT)`,
      )
      expect(await ask(place.port)).toBe('done')
      while (!server.log().endsWith('the end')) await new Promise(setImmediate)
      expect(server.log().length).toBe(64 * 1024)
    })
  })
}

describe('in the sandbox', () => {
  test('a server has no /etc/passwd, cannot write .autonoe, and reaches nobody on this machine', async () => {
    await using place = await openPlace(confined)
    await using other = await occupy(0, '127.0.0.1')
    await using _server = await place.run(
      `const { readFileSync, writeFileSync } = require('fs')
       const attempt = (work) => { try { work(); return 'DONE' } catch (error) { return error.code } }
       const reach = (port) => new Promise((r) => require('net').connect(port, '127.0.0.1').on('connect', () => r('DONE')).on('error', (e) => r(e.code)))
       require('http').createServer(async (q, a) => a.end([
         attempt(() => readFileSync('/etc/passwd')),
         attempt(() => writeFileSync('.autonoe/status.json', '{}')),
         attempt(() => writeFileSync('beside.txt', '')),
         await reach(${other.port}),
       ].join(' '))).listen(process.env.PORT)`,
    )
    expect(await ask(place.port)).toBe('ENOENT EROFS DONE ECONNREFUSED')
  })

  test('is not reached on any other port', async () => {
    await using place = await openPlace(confined)
    await using other = await reservePort()
    await using _server = await place.run(
      `const server = () => require('http').createServer((q, a) => a.end('here'))
       server().listen(${other.port}, () => server().listen(process.env.PORT))`,
    )
    expect(await ask(place.port)).toBe('here')
    await expect(ask(other.port)).rejects.toThrow()
  })

  test('a port of another interface is not published', async () => {
    await using place = await openPlace(confined)
    const start = await place.start(`node -e "${listener(`, '127.0.0.7'`)}"`, { patienceMs: 500 })
    expect(start).toMatchObject({ outcome: 'silent' })
  })
})
