import { isAbsolute, relative, sep } from 'node:path'

/** Whether an absolute path is a directory or below it; by the names alone. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
