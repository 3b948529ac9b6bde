import { SandboxError } from '@agency/core'

const tools = [
  { program: 'bwrap', package: 'bubblewrap' },
  { program: 'socat', package: 'socat' },
]

/** Throws a SandboxError when the tools of Claude's sandbox are not on the path. macOS has its own. */
export function requireSandboxTools(path: string, platform: string = process.platform): void {
  if (platform !== 'linux') return
  const absent = tools.filter(({ program }) => Bun.which(program, { PATH: path }) === null)
  if (absent.length === 0) return
  const names = absent.map((tool) => tool.package)
  throw new SandboxError(`${names.join(' and ')} not found`, {
    fix: `Install it with "apt-get install ${names.join(' ')}", or pass --no-sandbox`,
  })
}
