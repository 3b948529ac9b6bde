import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/**
 * What to tell somebody whose work directory is the home, or holds it: a sandbox opens the work
 * directory, and with it every key and setting that it is there to keep away.
 */
export function homeWarning(
  workDirectory: string,
  { HOME: home }: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (home === undefined || home === '' || !holds(real(workDirectory), real(home))) return undefined
  return `the sandbox opens all of ${workDirectory}, your home with its keys and settings included; work in a directory of its own`
}

function holds(directory: string, path: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  )
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
