import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A PATH of the system on which this program is not to be found, also where somebody has installed it there. */
export function systemPathWithout(program: string): string {
  return ['/usr/local/bin', '/usr/bin', '/bin']
    .filter((directory) => !existsSync(join(directory, program)))
    .join(':')
}
