import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolatedEnvironment } from '@agency/testing'
import { type Contestant, measure } from './measure.ts'
import type { Places } from './places.ts'
import { runProcess } from './run-process.ts'
import type { Section } from './section.ts'

const claude = `#!/bin/sh
read -r prompt
echo '{"type":"result","is_error":false,"result":"Done.","session_id":"s"}'
`

/** What `agency ask` costs beside Claude: that varies more from run to run than agency takes. */
export async function measureAskItself(places: Places): Promise<Section> {
  const directory = await mkdtemp(join(tmpdir(), 'agency-bench-'))
  const executable = join(directory, 'claude')
  const environment = {
    ...isolatedEnvironment(directory, 'https://127.0.0.1'),
    CLAUDE_BIN: executable,
  }
  const contestant = (name: string, argv: string[], stdin?: string): Contestant => ({
    name,
    async read() {
      const input = stdin === undefined ? {} : { stdin }
      const reading = await runProcess({ cwd: directory, environment, argv, ...input })
      if (!reading.stdout.includes('Done.')) throw new Error(`no answer: ${reading.stdout}`)
      return reading
    },
  })
  try {
    await writeFile(executable, claude, { mode: 0o755 })
    const peer = 'a claude that answers at once'
    const rows = await measure(
      [
        contestant(peer, [executable], 'go\n'),
        contestant('the same through agency ask', [places.agency, 'ask', 'go\n', '--json']),
      ],
      31,
    )
    return { title: "agency's own part of ask", peer, rows, aims: {} }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
