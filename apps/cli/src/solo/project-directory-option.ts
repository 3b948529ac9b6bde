import type { Option } from '../frame/command.ts'

export const projectDirectoryOption: Option = {
  flags: '-p, --project-dir <directory>',
  description: 'the project (default: this directory)',
}
