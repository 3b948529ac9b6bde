import type { Command } from '../frame/command.ts'
import { projectDirectoryOption } from '../solo/project-directory-option.ts'

export const projectStatus: Command = {
  name: 'project status',
  summary: 'show the deliverables of a project, and what each of them rests on',
  options: [projectDirectoryOption, { flags: '--json', description: 'print the same as JSON' }],
  examples: [
    { line: 'agency project status', tells: 'at any time, also while a run goes on' },
    { line: 'agency project status --json | jq .passed', tells: 'for a program' },
  ],
  load: () => import('../solo/status/run.ts'),
}
