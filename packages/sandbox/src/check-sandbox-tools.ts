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

/** Whether commands can be confined here: each tool, and then a whole sandbox that runs nothing. */
export async function checkSandboxTools({
  path,
}: {
  readonly path: string
}): Promise<readonly SandboxCheck[]> {
  const tools = process.platform === 'darwin' ? macosTools : linuxTools
  return [...tools.map((tool) => checkTool(tool, path)), await checkStart(path)]
}

interface Tool {
  readonly name: string
  readonly program: string
  readonly fix: string
}

const linuxTools: readonly Tool[] = [
  { name: 'bubblewrap', program: 'bwrap', fix: 'apt-get install bubblewrap' },
  { name: 'socat', program: 'socat', fix: 'apt-get install socat' },
]

const macosTools: readonly Tool[] = [
  { name: 'seatbelt', program: '/usr/bin/sandbox-exec', fix: 'use macOS 10.15 or later' },
]

function checkTool({ name, program, fix }: Tool, path: string): SandboxCheck {
  const found = Bun.which(program, { PATH: path })
  if (found === null) return { name, ok: false, detail: `${program} not found`, fix }
  return { name, ok: true, detail: found }
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
