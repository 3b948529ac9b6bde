import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClaudeCodeRunner } from '@agency/claude'
import { createAIRequest } from '@agency/core'
import { createRehearsalServer, parseScript } from '@agency/rehearsal'
import { isolatedEnvironment } from '@agency/testing'
import { measure } from './measure.ts'
import type { Places } from './places.ts'
import { megabytesWithChildrenOf, type ProcessToRun, runProcess } from './run-process.ts'
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
  const check = (text: string) => {
    if (!text.includes('Done.')) throw new Error(`the task was not done: ${text}`)
  }
  const readProcess = async (words: Pick<ProcessToRun, 'argv' | 'stdin'>) => {
    const process = { cwd: directory, environment, ...words }
    const { milliseconds, stdout } = await runProcess(process)
    check(stdout)
    return { milliseconds, megabytesWithChildren: await megabytesWithChildrenOf(process) }
  }
  try {
    const rows = await measure(
      [
        {
          name: 'claude -p --output-format json',
          read() {
            const flags = ['-p', '--output-format', 'json', '--model', 'sonnet']
            const argv = [places.claude, ...flags, '--permission-mode', permissionMode]
            return readProcess({ argv, stdin: 'go' })
          },
        },
        {
          name: 'agency ask --json',
          read() {
            const flags = ['--json', '--permission-mode', permissionMode, '--env', 'IS_SANDBOX=1']
            return readProcess({ argv: [places.agency, 'ask', 'go', ...flags] })
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
