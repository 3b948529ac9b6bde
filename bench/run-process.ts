import { readdirSync, readFileSync } from 'node:fs'
import type { Reading } from './measure.ts'

export interface ProcessToRun {
  readonly argv: readonly string[]
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly stdin?: string
}

const sampleMs = 10

/** Runs a process to its end. Anything but success is an error: a figure of a failure is no figure. */
export async function runProcess(process: ProcessToRun): Promise<Reading & { stdout: string }> {
  const started = performance.now()
  const child = Bun.spawn([...process.argv], {
    cwd: process.cwd ?? '/',
    env: process.environment ?? { PATH: '/usr/bin:/bin' },
    stdin: process.stdin === undefined ? 'ignore' : new TextEncoder().encode(process.stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let megabytesWithChildren = 0
  const sampler = setInterval(() => {
    megabytesWithChildren = Math.max(megabytesWithChildren, megabytesOfTree(child.pid))
  }, sampleMs)
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const milliseconds = performance.now() - started
  clearInterval(sampler)
  if (code !== 0)
    throw new Error(`${process.argv.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  return { milliseconds, megabytesWithChildren, stdout }
}

/** What the process and all that it started have in memory now (Linux). */
function megabytesOfTree(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
    return childrenOf(pid).reduce((sum, child) => sum + megabytesOfTree(child), own)
  } catch {
    return 0 // it has ended
  }
}

/** Each thread has the children that it started. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
    return children.split(' ').filter(Boolean).map(Number)
  })
}
