import { tmpdir } from 'node:os'
import { createSandbox } from './create-sandbox.ts'

/** One line of a health check. */
export interface SandboxCheck {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** What to do when it is not. */
  readonly fix?: string
}

/** Whether commands can be confined here: each tool, and, if all are there, a whole sandbox that runs nothing. */
export async function checkSandboxTools({
  path,
}: {
  readonly path: string
}): Promise<readonly SandboxCheck[]> {
  const { tools, fixFor } = process.platform === 'darwin' ? macos : linux
  const absent = tools.filter((tool) => Bun.which(tool.program, { PATH: path }) === null)
  if (absent.length === 0)
    return [...tools.map((tool) => found(tool, path)), await checkStart(path)]
  const fix = fixFor(absent)
  return tools.map((tool) =>
    absent.includes(tool)
      ? { name: tool.name, ok: false, detail: `${tool.program} not found`, fix }
      : found(tool, path),
  )
}

interface Tool {
  readonly name: string
  readonly program: string
}

const linux = {
  tools: [
    { name: 'bubblewrap', program: 'bwrap' },
    { name: 'socat', program: 'socat' },
  ],
  fixFor: (absent: readonly Tool[]) =>
    `apt-get install ${absent.map((tool) => tool.name).join(' ')}`,
}

const macos = {
  tools: [{ name: 'seatbelt', program: '/usr/bin/sandbox-exec' }],
  fixFor: () => 'use macOS 10.15 or later',
}

function found(tool: Tool, path: string): SandboxCheck {
  return { name: tool.name, ok: true, detail: Bun.which(tool.program, { PATH: path }) ?? '' }
}

async function checkStart(path: string): Promise<SandboxCheck> {
  const name = 'sandbox'
  const sandbox = createSandbox({ path })
  const wrapped = await sandbox.wrap(
    { argv: ['true'], environment: {} },
    { workDirectory: tmpdir(), network: { mode: 'none' } },
  )
  if (!wrapped.ok) {
    const { problem, fix } = wrapped.error
    return { name, ok: false, detail: problem, ...(fix === undefined ? {} : { fix }) }
  }
  await wrapped.value[Symbol.asyncDispose]()
  return { name, ok: true, detail: `${sandbox.engine} starts` }
}
