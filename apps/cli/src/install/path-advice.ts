import { realpathSync } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

export type PathState =
  | { readonly state: 'on-path' }
  | { readonly state: 'not-on-path'; readonly line: string; readonly file: string }
  /** Another executable of that name comes first. */
  | { readonly state: 'hidden'; readonly by: string }

/** Whether typing `agency` starts the one in the directory, and if not, why. */
export function pathState(prefix: string, environment: Environment, home: string): PathState {
  const directories = (environment['PATH'] ?? '').split(delimiter).filter(Boolean)
  if (!directories.some((directory) => isSame(directory, prefix))) {
    return { state: 'not-on-path', ...adviceFor(environment['SHELL'] ?? '', prefix, home) }
  }
  const first = Bun.which('agency', { PATH: directories.join(delimiter) })
  if (first === null || isSame(first, join(prefix, 'agency'))) return { state: 'on-path' }
  return { state: 'hidden', by: first }
}

function adviceFor(shell: string, prefix: string, home: string) {
  const inHome = prefix.startsWith(`${home}/`)
  const directory = inHome ? `$HOME${prefix.slice(home.length)}` : prefix
  const line = `export PATH="${directory}:$PATH"`
  switch (basename(shell)) {
    case 'fish':
      return { line: `fish_add_path "${directory}"`, file: '~/.config/fish/config.fish' }
    case 'zsh':
      return { line, file: '~/.zshrc' }
    case 'bash':
      return { line, file: '~/.bashrc' }
    default:
      return { line, file: '~/.profile' }
  }
}

function isSame(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return resolve(a) === resolve(b)
  }
}
