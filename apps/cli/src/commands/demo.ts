import type { Command } from '../frame/command.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'watch a whole run, every claim checked, on the rehearsal model: no key, no cost',
  options: [],
  examples: [
    {
      line: 'agency demo',
      tells: 'a small web project, from its SPEC.md to a page seen in a browser',
    },
  ],
  load: () => import('../demo/run.ts'),
}
