interface Location {
  readonly file: string
  readonly line: number
}

/** `file:line:column` at the end of a stack frame or heading, with or without brackets. */
const place = /(?:^|[\s('"])((?:file:\/\/)?[^\s()'":]+):(\d{1,7}):\d{1,7}\)?['"]?$/

/** Where the project's own code appears first in a stack. */
export function locate(lines: readonly string[]): Location | undefined {
  for (const line of lines) {
    const match = place.exec(line.slice(0, 1000).trimEnd())
    const file = match?.[1]?.replace(/^file:\/\//, '')
    if (file === undefined || isForeign(file)) continue
    return { file, line: Number(match?.[2]) }
  }
  return undefined
}

function isForeign(file: string): boolean {
  return file.startsWith('node:') || file === 'node' || file.includes('node_modules/')
}
