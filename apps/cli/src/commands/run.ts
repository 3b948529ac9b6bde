import type { Command } from '../frame/command.ts'
import { projectDirectoryOption } from '../solo/project-directory-option.ts'

export const run: Command = {
  name: 'run',
  summary: 'work through a SPEC.md unattended, until every deliverable is checked',
  options: [
    projectDirectoryOption,
    { flags: '-n, --max-iterations <number>', description: 'stop after this many sessions' },
    { flags: '-m, --model <name>', description: "the model to use (default: Claude Code's own)" },
    { flags: '--max-budget-usd <amount>', description: 'stop when this much money is spent' },
    {
      flags: '--delay <duration>',
      description: 'wait this long between sessions, such as 10s or 1m (default: 3s)',
    },
    { flags: '--no-wait', description: 'at a usage limit, stop instead of waiting for the reset' },
    {
      flags: '--no-sandbox',
      description:
        'let commands run without the OS sandbox; only on a machine you can afford to lose',
    },
    { flags: '--json', description: 'print every event as one line of JSON' },
    {
      flags: '-d, --debug',
      description: 'show what is sent and received, and where errors come from',
    },
  ],
  examples: [
    {
      line: 'agency run',
      tells: 'acceptance criteria are best kept as Gherkin, in features/*.feature',
    },
    { line: 'agency run -p shop -n 20 --max-budget-usd 10', tells: 'another project, with limits' },
    { line: 'agency run --json | jq -c .type', tells: 'for a program' },
  ],
  load: () => import('../solo/start.ts'),
}
