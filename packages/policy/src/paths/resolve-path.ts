import { type FileView, noFiles } from './file-view.ts'

/** The absolute path that text means in a directory, `.` and `..` taken out as text. */
export function absolutePath(directory: string, text: string): string {
  const whole = text.startsWith('/') ? text : `${directory}/${text}`
  if (!needsWork.test(whole)) return whole
  const kept: string[] = []
  for (const segment of whole.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') kept.pop()
    else kept.push(segment)
  }
  return `/${kept.join('/')}`
}

/** Empty segments, `.`, `..` and a slash at the end. */
const needsWork = /\/\.{0,2}(\/|$)/

/**
 * The path that the kernel would reach: links followed one component at a time, `..` taken after
 * the link before it. A link to nothing is followed too, for a write would create its target.
 * Undefined when links lead in a circle.
 */
export function physicalPath(directory: string, text: string, files: FileView): string | undefined {
  if (files === noFiles) return absolutePath(directory, text)
  const whole = text.startsWith('/') ? text : `${directory}/${text}`
  const ahead = whole.split('/').reverse()
  let path = ''
  let followed = 0
  while (ahead.length > 0) {
    const segment = ahead.pop()
    if (segment === undefined || segment === '' || segment === '.') continue
    if (segment === '..') {
      path = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
      continue
    }
    const next = `${path}/${segment}`
    const target = files.linkTarget(next)
    if (target === undefined) {
      path = next
      continue
    }
    followed += 1
    if (followed > 40) return undefined
    if (target.startsWith('/')) path = ''
    ahead.push(...target.split('/').reverse())
  }
  return path === '' ? '/' : path
}

export function isInside(root: string, path: string): boolean {
  return path === root || root === '/' || path.startsWith(`${root}/`)
}
