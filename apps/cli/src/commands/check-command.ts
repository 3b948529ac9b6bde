import type { Command } from '../frame/command.ts'

export const checkCommand: Command = {
  name: 'check-command',
  summary: 'say whether an agent may run a bash line, and why not',
  operands: '[line]',
  options: [
    {
      flags: '--profile <name>',
      description: 'allow this language only (default: all)',
      repeatable: true,
      choices: ['node', 'python', 'ruby', 'go'],
    },
    {
      flags: '--allow <command>',
      description: 'allow this command too',
      repeatable: true,
    },
    { flags: '--project-dir <directory>', description: 'the project (default: this directory)' },
    { flags: '--json', description: 'print the decision as JSON' },
    { flags: '--jsonl', description: 'judge one JSON case per line of standard input' },
  ],
  examples: [
    { line: "agency check-command 'npm test && git status'", tells: 'allow, exit code 0' },
    { line: "agency check-command 'echo $(rm -rf .)'", tells: 'deny and the reason, exit code 1' },
    {
      line: "agency check-command --profile python --allow docker 'docker compose up'",
      tells: 'with the settings of a project',
    },
    {
      line: 'agency check-command --jsonl < cases.jsonl',
      tells: 'many at once: {"id":"1","command":"ls"} gives {"id":"1","decision":"allow"}',
    },
  ],
  load: () => import('../check-command/run.ts'),
}
