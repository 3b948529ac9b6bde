import type { Command } from '../frame/command.ts'

export const rehearsalRecord: Command = {
  name: 'rehearsal record',
  summary: 'forward requests to an API and record every exchange, without keys and tokens',
  operands: '<cassette>',
  options: [
    {
      flags: '--upstream <url>',
      description: 'the API that answers (default: https://api.anthropic.com)',
    },
    {
      flags: '--port <number>',
      description: 'where to listen on loopback (default: any free port)',
    },
    { flags: '--json', description: 'one JSON object per line: the address, then every request' },
  ],
  examples: [
    { line: 'agency rehearsal record bug.jsonl', tells: 'record a run on Claude' },
    {
      line: 'agency rehearsal record --upstream http://127.0.0.1:8787 bug.jsonl',
      tells: 'record a run on another server',
    },
  ],
  load: () => import('../rehearsal/record.ts'),
}
