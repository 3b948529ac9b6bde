import { permissionModes } from '@agency/core'
import type { Command } from '../frame/command.ts'

export const ask: Command = {
  name: 'ask',
  summary: 'run one prompt with Claude Code and show what it does',
  operands: '<prompt>',
  options: [
    { flags: '--model <name>', description: 'the model to ask (default: sonnet)' },
    {
      flags: '--timeout <duration>',
      description: 'give up after this time, such as 30s or 5m (default: 30m)',
    },
    {
      flags: '--permission-mode <mode>',
      description: 'what Claude may do without asking: plan only reads, acceptEdits edits files',
      choices: permissionModes,
    },
    {
      flags: '--allowed-tools <rules>',
      description: 'tools Claude may use without asking, such as "Bash(npm test)"',
      repeatable: true,
    },
    {
      flags: '--append-system-prompt <text>',
      description: 'add to what Claude is told before the prompt',
    },
    { flags: '--cwd <directory>', description: 'work in this directory (default: this one)' },
    { flags: '--max-budget-usd <amount>', description: 'stop when this much money is spent' },
    { flags: '--max-turns <number>', description: 'stop after this many turns' },
    { flags: '--resume <session-id>', description: 'continue an earlier conversation' },
    {
      flags: '--env <name=value>',
      description: 'a variable for Claude and its tools',
      repeatable: true,
    },
    { flags: '--json', description: 'print the whole result as JSON' },
    { flags: '--debug', description: 'log what the runner does to stderr, as JSON lines' },
  ],
  examples: [
    {
      line: 'agency ask "what does this repository do?" --permission-mode plan',
      tells: 'a question; nothing is changed',
    },
    {
      line: 'git diff | agency ask - --append-system-prompt "You review this patch."',
      tells: 'the prompt comes from a pipe',
    },
    {
      line: 'agency ask "mend the typos" --permission-mode acceptEdits --max-budget-usd 2',
      tells: 'work, with a limit',
    },
    {
      line: 'agency ask "why do the tests fail?" --allowed-tools "Bash(npm test)"',
      tells: 'with a command that it may run',
    },
    {
      line: 'agency ask "in French" --resume 4f6c1d0e-3b1f-4c39-9d58-0c6a5f5ab9d1 --json',
      tells: 'continue, for a program',
    },
  ],
  load: () => import('../ask/run.ts'),
}
