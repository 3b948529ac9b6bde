import type { Command } from '../frame/command.ts'

export const rehearsalReplay: Command = {
  name: 'rehearsal replay',
  summary: 'answer from a recording, and refuse any request that is not in it',
  operands: '<cassette>',
  options: [
    {
      flags: '--port <number>',
      description: 'where to listen on loopback (default: any free port)',
    },
    { flags: '--json', description: 'one JSON object per line: the address, then every request' },
  ],
  examples: [{ line: 'agency rehearsal replay bug.jsonl', tells: 'the recorded run again' }],
  load: () => import('../rehearsal/replay.ts'),
}
