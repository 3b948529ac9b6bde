import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import type { RunningServer, Sandbox, ServerStart } from '@agency/core'
import { reservePort, type TemporaryDirectory, temporaryDirectory } from '@agency/testing'
import { expect } from 'vitest'
import { path } from '../src/escapes/run-inside.ts'
import type { ConfinedRunnerOptions } from '../src/run-confined.ts'
import { createServerStarter } from '../src/servers/start-server.ts'

export const never = new AbortController().signal

export interface Place extends TemporaryDirectory {
  readonly port: number
  start(line: string, options?: StartOptions): Promise<ServerStart>
  /** A server in node that has to come up. */
  run(code: string): Promise<RunningServer>
  serve(listenArguments: string): Promise<RunningServer>
}

interface StartOptions {
  readonly patienceMs?: number
  readonly signal?: AbortSignal
  /** The clock for the patience. */
  readonly now?: () => number
}

/** A project with a port that is free; nothing may be left of its servers at its end. */
export async function openPlace(sandbox: Sandbox): Promise<Place> {
  const directory = await temporaryDirectory()
  mkdirSync(directory.join('.autonoe'))
  const before = sandboxDirectories()
  const reserved = await reservePort()
  const { port } = reserved
  const options: ConfinedRunnerOptions = {
    sandbox,
    policy: {
      workDirectory: directory.path,
      protected: [directory.join('.autonoe')],
      programs: ['node', process.execPath],
      network: { mode: 'none' },
      unixSockets: true,
    },
    environment: { PATH: path },
    graceMs: 300,
  }
  const start: Place['start'] = (line, { patienceMs = 20_000, signal = never, now } = {}) =>
    createServerStarter(options, now)({ command: line, port }, { patienceMs, signal })
  const run = async (code: string) => {
    writeFileSync(directory.join('server.cjs'), code)
    const started = await start('node server.cjs')
    if (started.outcome !== 'listening') throw new Error(JSON.stringify(started))
    return started.server
  }
  return {
    ...directory,
    port,
    start,
    run,
    serve: (listenArguments) => run(listener(listenArguments)),
    async [Symbol.asyncDispose]() {
      while (processesIn(directory.path).length > 0) await Bun.sleep(1)
      expect(sandboxDirectories()).toEqual(before)
      await directory[Symbol.asyncDispose]()
      await reserved[Symbol.asyncDispose]()
    },
  }
}

export function listener(listenArguments: string): string {
  return `const port = process.env.PORT
require('http').createServer((q, a) => a.end('hello from ' + port)).listen(port${listenArguments})
console.log('open')`.replaceAll('\n', ';')
}

export async function ask(port: number, host = 'localhost'): Promise<string> {
  return await (await fetch(`http://${host}:${port}/`)).text()
}

/** Sends so many bytes, closes its side, and counts what comes back. */
export function echo(port: number, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let heard = 0
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.end('y'.repeat(size)),
    )
    socket.on('data', (data) => {
      heard += data.length
    })
    socket.on('end', () => resolve(heard))
    socket.on('error', reject)
  })
}

export async function occupy(
  port: number,
  host: string,
): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function sandboxDirectories(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.includes(`-${process.pid}-`))
    .sort()
}

/** The processes that have a directory as their own. */
function processesIn(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === directory
    } catch {
      return false
    }
  })
}
