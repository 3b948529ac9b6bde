/** The compiled executable that runs; undefined when agency runs from its sources. */
export function runningExecutable(): string | undefined {
  return isInsideExecutable(Bun.main) ? process.execPath : undefined
}

/** Where Bun mounts the sources that it compiled in. */
function isInsideExecutable(path: string): boolean {
  return path.startsWith('/$bunfs/') || /^B:[\\/]~BUN[\\/]/.test(path)
}
