import { type Contestant, measure } from './measure.ts'
import type { Places } from './places.ts'
import { runProcess } from './run-process.ts'
import type { Section } from './section.ts'

/** How long it takes until there is an answer to the simplest question. */
export async function measureStartUp(places: Places, runs = 31): Promise<Section> {
  const contestant = (name: string, ...argv: string[]): Contestant => ({
    name,
    read: () => runProcess({ argv }),
  })
  const rows = await measure(
    [
      contestant('claude --version', places.claude, '--version'),
      contestant('agency --version', places.agency, '--version'),
      contestant('agency --help', places.agency, '--help'),
      contestant('bun -e 0', places.bun, '-e', '0'),
      ...(places.node === undefined ? [] : [contestant('node -e 0', places.node, '-e', '0')]),
    ],
    runs,
  )
  return {
    title: 'Start-up',
    peer: 'claude --version',
    rows,
    aims: { 'agency --version': 1, 'agency --help': 2 },
  }
}
