import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessToRun {
  readonly argv: readonly string[]
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly stdin?: string
}

const sampleMs = 10

/** Runs a process to its end. Anything but success is an error: a figure of a failure is no figure. */
export async function runProcess(
  process: ProcessToRun,
): Promise<{ milliseconds: number; stdout: string }> {
  const started = performance.now()
  const stdout = await outputOf(start(process), process)
  return { milliseconds: performance.now() - started, stdout }
}

/**
 * The most memory that a process and all that it started had at once. It is a run of its own: to look
 * takes time, the more the more there is to see.
 */
export async function megabytesWithChildrenOf(process: ProcessToRun): Promise<number> {
  const child = start(process)
  let most = 0
  const sampler = setInterval(() => {
    most = Math.max(most, megabytesOfTree(child.pid))
  }, sampleMs)
  try {
    await outputOf(child, process)
  } finally {
    clearInterval(sampler)
  }
  return most
}

function start({ argv, cwd, environment, stdin }: ProcessToRun) {
  return Bun.spawn([...argv], {
    cwd: cwd ?? '/',
    env: environment ?? { PATH: '/usr/bin:/bin' },
    stdin: stdin === undefined ? 'ignore' : new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function outputOf(child: ReturnType<typeof start>, { argv }: ProcessToRun): Promise<string> {
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  return stdout
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
