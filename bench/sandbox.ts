import { tmpdir } from 'node:os'
import type { SandboxNetwork } from '@agency/core'
import { createSandbox } from '@agency/sandbox'
import { type Contestant, measure } from './measure.ts'
import type { Places } from './places.ts'
import { runProcess } from './run-process.ts'
import type { Section } from './section.ts'

const path = '/usr/local/bin:/usr/bin:/bin'
const bare = 'bwrap --ro-bind / / true'
const everyNamespace =
  'bwrap --unshare-all --die-with-parent --new-session --ro-bind / / --proc /proc --dev /dev --tmpfs /tmp true'

/** What it costs to start `true`: in bare bubblewrap, and in our sandbox, by its modes. */
export async function measureSandbox(places: Places): Promise<Section> {
  const sandbox = createSandbox({ path })
  const plain = (name: string, argv: readonly string[]): Contestant => ({
    name,
    read: async () => {
      const { milliseconds } = await runProcess({
        argv,
        cwd: tmpdir(),
        environment: { PATH: path },
      })
      return { milliseconds }
    },
  })
  const inProcess = (network: SandboxNetwork): Contestant => ({
    name: `agency in process, network ${network.mode}`,
    async read() {
      const started = performance.now()
      const command = { argv: ['true'] as const, environment: { PATH: path } }
      const wrapped = await sandbox.wrap(command, { workDirectory: tmpdir(), network })
      if (!wrapped.ok) throw wrapped.error
      await using confined = wrapped.value
      const { argv, environment } = confined
      await runProcess({ argv, cwd: tmpdir(), environment: { ...environment } })
      return { milliseconds: performance.now() - started }
    },
  })
  const rows = await measure(
    [
      plain(bare, bare.split(' ')),
      plain('bwrap, every namespace its own', everyNamespace.split(' ')),
      inProcess({ mode: 'none' }),
      inProcess({ mode: 'open' }),
      plain('agency sandbox exec', [places.agency, 'sandbox', 'exec', '--', 'true']),
    ],
    31,
  )
  return { title: 'One sandboxed true', peer: bare, rows, aims: {} }
}
