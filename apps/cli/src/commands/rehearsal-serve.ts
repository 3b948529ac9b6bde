import type { Command } from '../frame/command.ts'

export const rehearsalServe: Command = {
  name: 'rehearsal serve',
  summary: 'play a script as the model, so that Claude Code runs without a key',
  operands: '<script>',
  options: [
    {
      flags: '--port <number>',
      description: 'where to listen on loopback (default: any free port)',
    },
    { flags: '--json', description: 'one JSON object per line: the address, then every request' },
  ],
  examples: [
    { line: 'agency rehearsal serve hello.yaml', tells: 'start it, then type what it shows' },
    { line: 'agency rehearsal serve hello.yaml --port 8787', tells: 'always at the same address' },
  ],
  load: () => import('../rehearsal/serve.ts'),
}
