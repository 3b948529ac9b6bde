import type { Command } from '../frame/command.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'watch a real Claude Code session work, on the rehearsal model: no key, no cost',
  options: [],
  examples: [{ line: 'agency demo', tells: 'half a minute of work in a temporary directory' }],
  load: () => import('../demo/run.ts'),
}
