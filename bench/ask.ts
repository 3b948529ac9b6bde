import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClaudeCodeRunner } from '@agency/claude'
import { createAIRequest } from '@agency/core'
import { createRehearsalServer, parseScript } from '@agency/rehearsal'
import { isolatedEnvironment } from '@agency/testing'
import { measure } from './measure.ts'
import type { Places } from './places.ts'
import { runProcess } from './run-process.ts'
import type { Section } from './section.ts'

const story = `
rehearsal: 1
name: bench
conversations:
  - repeat: true
    turns:
      - do: [ { Write: { file_path: "{{cwd}}/a.txt", content: one } } ]
      - do: [ { Bash: { command: cat a.txt } } ]
      - say: Done.
`
const permissionMode = 'bypassPermissions'

/** A task of three turns: by claude alone, through agency, and in a process that waited for it. */
export async function measureAsk(places: Places): Promise<Section> {
  const script = parseScript(story, 'bench')
  if (!script.ok) throw script.error
  await using model = createRehearsalServer({ script: script.value })
  const directory = await mkdtemp(join(tmpdir(), 'agency-bench-'))
  const environment = {
    ...isolatedEnvironment(directory, model.url),
    CLAUDE_BIN: places.claude,
  }
  await using runner = new ClaudeCodeRunner({
    environment,
    workingDir: directory,
    configuration: { environment: { IS_SANDBOX: '1' } },
  })
  const common = { cwd: directory, environment }
  const check = (text: string) => {
    if (!text.includes('Done.')) throw new Error(`the task was not done: ${text}`)
  }
  try {
    const rows = await measure(
      [
        {
          name: 'claude -p --output-format json',
          async read() {
            const flags = ['-p', '--output-format', 'json', '--model', 'sonnet']
            const argv = [places.claude, ...flags, '--permission-mode', permissionMode]
            const reading = await runProcess({ ...common, argv, stdin: 'go' })
            check(reading.stdout)
            return reading
          },
        },
        {
          name: 'agency ask --json',
          async read() {
            const flags = ['--json', '--permission-mode', permissionMode, '--env', 'IS_SANDBOX=1']
            const reading = await runProcess({
              ...common,
              argv: [places.agency, 'ask', 'go', ...flags],
            })
            check(reading.stdout)
            return reading
          },
        },
        {
          name: 'warm process of the runner',
          async read() {
            await runner.prepare({ permissionMode })
            const started = performance.now()
            const request = createAIRequest('go', { permissionMode })
            const result = await runner.run(request, new AbortController().signal)
            check(result.output)
            return { milliseconds: performance.now() - started }
          },
        },
      ],
      15,
    )
    return {
      title: 'Three turns',
      peer: 'claude -p --output-format json',
      rows,
      aims: { 'agency ask --json': 1.03, 'warm process of the runner': 0.6 },
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
