import type { WriteScope } from '../paths/judge-write.ts'
import { absolutePath, isInside, physicalPath } from '../paths/resolve-path.ts'
import { pathsOfCall } from './paths-of-call.ts'
import { approved, blocked, isInput, type PreToolUseHook } from './tool-call.ts'

/** Keeps the file tools inside the project, for reading too: `./**` and nothing else. */
export function createFileScopeHook(scope: WriteScope): PreToolUseHook {
  return ({ tool_name, tool_input }) => {
    if (!fileTools.has(tool_name)) return approved
    if (!isInput(tool_input)) return blocked('not allowed: the input has to be an object')
    const paths = pathsOfCall(tool_input, (key) => isPathKey(key, tool_name))
    if (paths === 'unreadable') return blocked('not allowed: the path has to be text')
    const outside = paths.find((path) => !isInProject(path.replaceAll('\\', '/'), scope))
    return outside === undefined
      ? approved
      : blocked(`not allowed: "${outside}" is outside the project; use a path below it`)
  }
}

const fileTools = new Set(
  'Read Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS'.split(' '),
)

/** The pattern of Glob is a path too; that of Grep is a text to look for. */
function isPathKey(key: string, tool: string): boolean {
  return /^(file|notebook)?_?path$/i.test(key) || (tool === 'Glob' && key === 'pattern')
}

function isInProject(path: string, { projectDirectory, files }: WriteScope): boolean {
  if (path.startsWith('~')) return false
  const project = physicalPath('/', projectDirectory, files) ?? projectDirectory
  const stated = absolutePath(projectDirectory, path)
  const reached = physicalPath(projectDirectory, path, files)
  return (
    (isInside(projectDirectory, stated) || isInside(project, stated)) &&
    reached !== undefined &&
    isInside(project, reached)
  )
}
