import { stripVTControlCharacters } from 'node:util'
import { verifies } from '@agency/testing'
import { expect, vi } from 'vitest'
import { root } from '../../sources.ts'
import { setStage } from '../stage.ts'

const work = `
turns:
  - say: I wait for the signal.
    do: [ { Bash: { command: "cat signal" } } ]
  - say: The signal came.
`

verifies(
  'CLI-001',
  'on a terminal a live line shows what happens, and is gone when the result is there',
  async () => {
    await using stage = await setStage(work)
    await Bun.$`mkfifo signal`.cwd(stage.project)
    let written = ''
    const allIsWritten = Promise.withResolvers<void>()
    const main = `${root}/apps/cli/src/main.ts`
    const words = ['ask', 'go', '--allowed-tools', 'Bash(cat *)']
    const decoder = new TextDecoder()
    const agency = Bun.spawn([process.execPath, main, ...words], {
      cwd: stage.project,
      env: { ...stage.environment, TERM: 'xterm-256color' },
      terminal: {
        cols: 80,
        rows: 24,
        data: (_, bytes) => {
          written += decoder.decode(bytes, { stream: true })
        },
        exit: () => allIsWritten.resolve(),
      },
    })
    await using _ended = {
      async [Symbol.asyncDispose]() {
        agency.kill('SIGKILL')
        await agency.exited
      },
    }
    // The command cannot end before the signal, so all of this is seen while it runs.
    const frames = () =>
      new Set(stripVTControlCharacters(written).match(/. Bash cat signal(?= )/gu))
    await vi.waitUntil(() => frames().size >= 3, { timeout: 50_000 })
    // A terminal hands over what it likes: in between, half a line is there.
    const whileItRuns = [
      'I wait for the signal.',
      expect.stringMatching(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Bash cat signal (\d+m )?\d+(\.\d)?s$/),
    ]
    await vi.waitFor(() => expect(shownOf(written)).toEqual(whileItRuns), { timeout: 50_000 })

    await Bun.$`sh -c 'echo now > signal'`.cwd(stage.project)
    expect(await agency.exited).toBe(0)
    await allIsWritten.promise
    expect(shownOf(written)).toEqual([
      'I wait for the signal.',
      '✓ Bash cat signal',
      '',
      'The signal came.',
      '',
      'done',
      'model: rehearsal (a script, not Claude)',
      expect.stringMatching(
        /^\$\d\.\d{4} · 2 turns · (\d+m )?\d+(\.\d)?s · session [0-9a-f-]{36}$/,
      ),
      '',
    ])
  },
)

/** What a person sees: of a line that was drawn over, what was drawn last. */
function shownOf(written: string): string[] {
  const lines = written.split('\r\n').map((line) => line.split('\r\u001B[2K').at(-1) ?? '')
  return lines.map((line) => stripVTControlCharacters(line))
}
