import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { bytesOf, toBytePath } from './byte-path.ts'
import { isInside } from './is-inside.ts'
import { stateDirectory } from './layout.ts'
import { lookAt, type ProjectEntry, skipped, walkProject } from './walk-project.ts'

/**
 * All that is the project's own work, and what its links reach inside the project: one that leads
 * into an installed package makes of it a part of the work. A directory is walked once, whatever
 * leads there, so that circles end and a take reads no more than the project holds.
 */
export async function* walkProjectAndLinks(projectDirectory: string): AsyncGenerator<ProjectEntry> {
  const root = realPathOf(toBytePath(projectDirectory))
  const walked = new Set<string>()
  const starts = ['']
  for (const start of starts) {
    for await (const entry of walkProject(projectDirectory, { start, walked })) {
      yield entry
      if (root === undefined || !isFollowed(entry)) continue
      const target = targetOf(root, entry.path)
      if (target?.kind === 'file' && target.stat.isDirectory()) starts.push(target.path)
      else if (target !== undefined) yield target
    }
  }
}

/** A link with the name of what is skipped stands for it. */
function isFollowed(entry: ProjectEntry): boolean {
  return entry.kind === 'file' && entry.stat.isSymbolicLink() && !skipped.has(basename(entry.path))
}

/** Nothing for what is outside the project, and for our own state, which every check adds to. */
function targetOf(root: string, link: string): ProjectEntry | undefined {
  const target = realPathOf(`${root}/${link}`)
  if (target === undefined || !isInside(root, target)) return undefined
  return isInside(stateDirectory(root), target) ? undefined : lookAt(root, relative(root, target))
}

function realPathOf(bytePath: string): string | undefined {
  try {
    return realpathSync(bytesOf(bytePath), 'latin1')
  } catch {
    return undefined
  }
}
