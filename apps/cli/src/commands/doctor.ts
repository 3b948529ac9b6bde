import type { Command } from '../frame/command.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'check that this machine has what agency needs, and say what to do',
  options: [{ flags: '--json', description: 'print the findings as JSON' }],
  examples: [
    {
      line: 'agency doctor',
      tells: 'one line per check, with what to type where something is missing',
    },
    { line: 'agency doctor --json | jq .ok', tells: 'for a program; the exit code is 1 as well' },
  ],
  load: () => import('../doctor/run.ts'),
}
