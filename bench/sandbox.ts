import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxNetwork } from '@agency/core'
import { createSandbox } from '@agency/sandbox'

/** What it costs to start `true`: plainly, in bare bubblewrap, and in our sandbox, by its modes. */
export async function measureSandbox(rounds = 30): Promise<Measurement[]> {
  const contestants: readonly (readonly [string, () => Promise<number>])[] = [
    ['true, no sandbox', () => time(['true'])],
    ['bwrap --ro-bind / / true', () => time(['bwrap', '--ro-bind', '/', '/', 'true'])],
    ['bwrap, every namespace its own', () => time(bareBubblewrap)],
    ['agency, in process, network none', () => timeWrapped({ mode: 'none' })],
    ['agency, in process, network open', () => timeWrapped({ mode: 'open' })],
    ...(existsSync(executable)
      ? ([
          [
            'agency sandbox exec --network none',
            () => time([...exec, '--network', 'none', '--', 'true']),
          ],
          ['agency sandbox exec', () => time([...exec, '--', 'true'])],
        ] as const)
      : []),
  ]
  const times = new Map<string, number[]>(contestants.map(([name]) => [name, []]))
  // In turns, so that a busy moment of the machine falls on all of them.
  for (let round = -2; round < rounds; round++) {
    for (const [name, run] of contestants) {
      const milliseconds = await run()
      if (round >= 0) times.get(name)?.push(milliseconds)
    }
  }
  return [...times].map(([name, values]) => summarise(name, values))
}

export interface Measurement {
  readonly name: string
  readonly medianMs: number
  readonly p95Ms: number
  readonly rounds: number
}

const executable = join(import.meta.dirname, '../dist/agency')
const exec = [executable, 'sandbox', 'exec']
const bareBubblewrap =
  'bwrap --unshare-all --die-with-parent --new-session --ro-bind / / --proc /proc --dev /dev --tmpfs /tmp true'.split(
    ' ',
  )
const path = '/usr/local/bin:/usr/bin:/bin'
const sandbox = createSandbox({ path })

async function time(argv: readonly string[]): Promise<number> {
  const started = performance.now()
  await start(argv, { PATH: path })
  return performance.now() - started
}

async function timeWrapped(network: SandboxNetwork): Promise<number> {
  const started = performance.now()
  const wrapped = await sandbox.wrap(
    { argv: ['true'], environment: { PATH: path } },
    { workDirectory: tmpdir(), network },
  )
  if (!wrapped.ok) throw wrapped.error
  await using command = wrapped.value
  await start(command.argv, command.environment)
  return performance.now() - started
}

async function start(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const code = await Bun.spawn([...argv], { cwd: tmpdir(), env: { ...env }, stdio: [...stdio] })
    .exited
  if (code !== 0) throw new Error(`${argv[0]} ended with ${code}`)
}

function summarise(name: string, values: readonly number[]): Measurement {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
  return { name, medianMs: at(0.5), p95Ms: at(0.95), rounds: values.length }
}

const round = (value: number) => Math.round(value * 10) / 10

if (import.meta.main) {
  const rows = await measureSandbox()
  for (const { name, medianMs, p95Ms } of rows) {
    console.log(
      `${name.padEnd(38)} ${medianMs.toFixed(1).padStart(7)} ms   p95 ${p95Ms.toFixed(1)} ms`,
    )
  }
  console.log(JSON.stringify({ bench: 'sandbox start-up', rows }))
}
