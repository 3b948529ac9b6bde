import type { Command } from '../frame/command.ts'
import { projectDirectoryOption } from '../solo/project-directory-option.ts'

export const init: Command = {
  name: 'init',
  summary: 'put a starter SPEC.md and .autonoe/agent.json into a project',
  options: [
    projectDirectoryOption,
    { flags: '--json', description: 'print what was written as JSON' },
  ],
  examples: [
    { line: 'agency init', tells: 'here; files that exist are kept' },
    { line: 'agency init -p shop', tells: 'in another project' },
  ],
  load: () => import('../solo/init/run.ts'),
}
