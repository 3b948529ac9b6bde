import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Claude's sandbox keeps commands from making these in a project: it covers each with a device, for
 * which it needs an empty file on the disk. It takes them away again, unless it is killed before.
 */
const covered = [
  ...['.bashrc', '.bash_profile', '.profile', '.zshrc', '.zprofile', '.gitconfig', '.gitmodules'],
  ...['.ripgreprc', '.mcp.json', '.vscode', '.idea', '.claude'],
]

export interface MountPoints {
  /** For the child: git does not see the devices, which it could not add. */
  readonly variables: Readonly<Record<string, string>>
  /** Removes what is left of them; what somebody wrote something into stays. */
  readonly removeLeftovers: () => void
}

/** Taken before the first session, when everything that is there belongs to the project. */
export function prepareMountPoints(project: string): MountPoints {
  const ignoreFile = join(project, '.autonoe', 'sandbox-ignore')
  removeThoseOfAKilledRun(project, ignoreFile)
  const absent = covered.filter((name) => !exists(join(project, name)))
  const ignored = [...absent, '.autonoe/sandbox-ignore']
  writeFileSync(ignoreFile, ignored.map((name) => `/${name}\n`).join(''))
  return {
    variables: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.excludesFile',
      GIT_CONFIG_VALUE_0: ignoreFile,
    },
    removeLeftovers: () => {
      for (const name of absent) removeIfEmpty(join(project, name))
    },
  }
}

/** Nobody tidied up after a run that was killed, but what was not the project's is written down. */
function removeThoseOfAKilledRun(project: string, ignoreFile: string): void {
  if (!exists(ignoreFile)) return
  const listed = new Set(readFileSync(ignoreFile, 'utf8').split('\n'))
  for (const name of covered) if (listed.has(`/${name}`)) removeIfEmpty(join(project, name))
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function removeIfEmpty(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && found.size === 0) rmSync(path, { force: true })
  if (!found?.isDirectory()) return
  for (const name of readdirSync(path)) removeIfEmpty(join(path, name))
  if (readdirSync(path).length === 0) rmdirSync(path)
}
