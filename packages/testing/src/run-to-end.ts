interface EndedProcess {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface ProcessPlace {
  readonly cwd?: string
  /** The whole environment; nothing is inherited unless it is in here. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What it reads; without it there is nothing to read. */
  readonly stdin?: string
}

/** Starts a process and waits until it has ended and all that it wrote is here. */
export async function runToEnd(
  argv: readonly string[],
  { cwd = process.cwd(), env, stdin }: ProcessPlace,
): Promise<EndedProcess> {
  const child = Bun.spawn([...argv], {
    cwd,
    env: { ...env },
    stdin: stdin === undefined ? 'ignore' : new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, stdout, stderr }
}
