import type { Command } from '../frame/command.ts'

export const ask: Command = {
  name: 'ask',
  summary: 'run one prompt with Claude Code and show what it does',
  operands: '<prompt>',
  options: [],
  examples: [{ line: 'agency ask "what does this repository do?"', tells: 'one question' }],
  load: () => import('./ask-run.ts'),
}
