import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import spec from './spec.md' with { type: 'text' }

export interface StarterFile {
  /** Relative to the project. */
  readonly path: string
  /** False: there was one already, and it is as it was. */
  readonly written: boolean
}

export async function writeStarterFiles(projectDirectory: string): Promise<readonly StarterFile[]> {
  const written: StarterFile[] = []
  for (const [path, text] of Object.entries(starters)) {
    const place = join(projectDirectory, path)
    await mkdir(dirname(place), { recursive: true })
    written.push({ path, written: await writeNew(place, text) })
  }
  return written
}

/** Every field there is, empty: nothing beyond what is built in. */
const configuration = {
  allowCommands: [],
  allowPkillTargets: [],
  permissions: { allow: [] },
  allowedTools: [],
  mcpServers: {},
}

const starters: Readonly<Record<string, string>> = {
  'SPEC.md': spec,
  '.autonoe/agent.json': `${JSON.stringify(configuration, null, 2)}\n`,
}

async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
