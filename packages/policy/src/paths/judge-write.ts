import type { FileView } from './file-view.ts'
import { isProtectedPath } from './protected-path.ts'
import { absolutePath, isInside, physicalPath } from './resolve-path.ts'

export interface WriteScope {
  readonly projectDirectory: string
  readonly files: FileView
}

/** How a path is touched: `replace` also removes, moves or links what lies below it. */
export type Touch = 'write' | 'replace'

/**
 * Whether a path may be changed, for whoever changes it: a redirection, cp, or a file tool.
 * Answers with the reason why not.
 */
export function objectionToWrite(
  text: string,
  directory: string,
  scope: WriteScope,
  touch: Touch = 'write',
): string | undefined {
  const stated = absolutePath(directory, text)
  if (ownStreams.has(stated)) return undefined
  const reached = physicalPath(directory, text, scope.files)
  if (reached === undefined) return `"${text}" is a circle of links`
  if (isProtected(text, stated, reached, scope)) return protectedReason(text)
  if (/(^|\/)-[^/]*\/*$/.test(text)) {
    return `"${text}" begins with a dash; a wildcard would make it an option of another command`
  }
  const { projectDirectory, files } = scope
  const project = physicalPath('/', projectDirectory, files) ?? projectDirectory
  if (touch === 'replace' && (isInside(reached, project) || stated === projectDirectory)) {
    return `"${text}" holds the project itself; name the directories below it`
  }
  if (isInside(project, reached) && isInsideEither(projectDirectory, project, stated))
    return undefined
  // Only a path that says /tmp means /tmp: `../x` does not, wherever the project happens to lie.
  if (text.startsWith('/tmp/') && temporaryRoots.some((root) => isInside(root, reached))) {
    return undefined
  }
  return `"${text}" is outside the project; write inside it or to /tmp`
}

/** Only the protection, for tools whose scope is judged elsewhere. */
export function objectionToProtected(
  text: string,
  directory: string,
  scope: WriteScope,
): string | undefined {
  const reached = physicalPath(directory, text, scope.files)
  const stated = absolutePath(directory, text)
  return isProtected(text, stated, reached, scope) ? protectedReason(text) : undefined
}

function isProtected(
  text: string,
  stated: string,
  reached: string | undefined,
  scope: WriteScope,
): boolean {
  if (isProtectedPath(text) || isProtectedPath(stated)) return true
  if (reached === undefined) return false
  return (reached !== stated && isProtectedPath(reached)) || isNameOfProtectedFile(reached, scope)
}

function protectedReason(text: string): string {
  return `"${text}" is protected: only agency changes .autonoe/, .claude/, .mcp.json and git's hooks and config`
}

function isInsideEither(one: string, other: string, path: string): boolean {
  return isInside(one, path) || isInside(other, path)
}

/** A process's own streams are no files. */
const ownStreams = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/fd/1', '/dev/fd/2'])

const temporaryRoots = ['/tmp', '/private/tmp']

const protectedPlaces = ['.autonoe', '.claude', '.mcp.json', '.git/hooks', '.git/config']

/** A hard link has no target to follow, so the files themselves are compared. */
function isNameOfProtectedFile(path: string, scope: WriteScope): boolean {
  const identity = scope.files.identity(path)
  if (identity === undefined || identity.names < 2) return false
  return protectedPlaces.some((place) =>
    holdsFile(`${scope.projectDirectory}/${place}`, identity.id, scope.files, 4),
  )
}

function holdsFile(path: string, id: string, files: FileView, depth: number): boolean {
  if (files.identity(path)?.id === id) return true
  if (depth === 0) return false
  return files.entries(path).some((name) => holdsFile(`${path}/${name}`, id, files, depth - 1))
}
