import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/**
 * What HEAD is in the repository around a directory; null where there is none, or no commit yet.
 * It reads git's files itself: to start git on a repository that an agent may configure is to run
 * what the agent likes.
 */
export async function readCommit(directory: string): Promise<string | null> {
  const gitDirectory = await findGitDirectory(directory)
  if (gitDirectory === undefined) return null
  const head = await readText(join(gitDirectory, 'HEAD'))
  const name = /^ref: (refs\/\S+)$/.exec(head ?? '')?.[1]
  if (name === undefined) return toCommit(head)
  if (name.split('/').includes('..')) return null
  const common = resolve(gitDirectory, (await readText(join(gitDirectory, 'commondir'))) ?? '.')
  return toCommit(await readText(join(common, name))) ?? (await findPacked(common, name))
}

async function findGitDirectory(directory: string): Promise<string | undefined> {
  for (let place = resolve(directory); ; place = dirname(place)) {
    const git = join(place, '.git')
    if ((await readText(join(git, 'HEAD'))) !== undefined) return git
    const elsewhere = /^gitdir: (.+)$/.exec((await readText(git)) ?? '')?.[1]
    if (elsewhere !== undefined) return resolve(place, elsewhere)
    if (place === dirname(place)) return undefined
  }
}

async function findPacked(common: string, name: string): Promise<string | null> {
  const packed = (await readText(join(common, 'packed-refs'))) ?? ''
  const line = packed.split('\n').find((entry) => entry.endsWith(` ${name}`))
  return toCommit(line?.split(' ')[0])
}

function toCommit(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{40,64}$/.test(text) ? text : null
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    return undefined
  }
}
