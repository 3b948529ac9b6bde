import {
  cpSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { loadScript, parseScript } from '@agency/rehearsal'
import { asCompiled, type Executable, type Stage, setStageFor } from '../stage.ts'
import { systemPathWithout } from '../system-path.ts'

export const fixtures = join(import.meta.dirname, 'fixtures')

export interface Scenario extends Stage {
  /** `autonoe run` with these further words, to its end. */
  run(...words: string[]): Promise<Ended>
  /** A file of the project. */
  read(path: string): string
  /** What it was sent first, session by session. */
  instructions(): string[]
  /** What the tools answered, in order. */
  answers(): Answer[]
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Answer {
  readonly text: string
  readonly failed: boolean
}

interface ScenarioOptions {
  /** In place of the fixture's own script. */
  readonly turns?: string
  /** What is run, if not the compiled one. */
  readonly executable?: Executable
}

/** A fixture in a workspace of its own, with its script as the model. */
export async function openScenario(
  fixture: string,
  { turns, executable }: ScenarioOptions = {},
): Promise<Scenario> {
  const script =
    turns === undefined
      ? await loadScript(join(fixtures, fixture, 'script.yaml'))
      : parseScript(`rehearsal: 1\nname: ${fixture}\n${turns}`, `${fixture}.yaml`)
  if (!script.ok) throw script.error
  const stage = await setStageFor(script.value, executable ?? (await asCompiled()))
  fillWorkspace(stage.project, fixture)
  return {
    ...stage,
    run: (...words) => stage.agency(['run', '--delay', '100ms', ...words]).done,
    read: (path) => readFileSync(join(stage.project, path), 'utf8'),
    instructions: () => conversationsOf(stage).map((messages) => textOf(messages[0])),
    answers: () => conversationsOf(stage).flatMap((messages) => messages.flatMap(answersIn)),
  }
}

/** Neither Bun nor packages are to be found here. */
export const systemPath = systemPathWithout('bun')

/** The executable under the name autonoe, with nothing but that link beside it, to its end. */
export async function runAlone(scenario: Scenario, ...words: string[]): Promise<Ended> {
  const place = mkdtempSync(join(scenario.directory, 'elsewhere '))
  const [compiled = ''] = await asCompiled()
  linkSync(compiled, join(place, 'agency'))
  symlinkSync('agency', join(place, 'autonoe'))
  const executable = [join(place, 'autonoe')]
  return await scenario.agency(words, { executable, environment: { PATH: systemPath } }).done
}

/** Empties a workspace but for .gitkeep, then copies a fixture in. The script stays with the model. */
export function fillWorkspace(workspace: string, fixture: string): void {
  for (const name of readdirSync(workspace)) {
    if (name !== '.gitkeep') rmSync(join(workspace, name), { recursive: true })
  }
  const source = join(fixtures, fixture)
  const script = join(source, 'script.yaml')
  cpSync(source, workspace, { recursive: true, filter: (path) => path !== script })
}

interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly content?: string | readonly Block[]
  readonly is_error?: boolean
}

/** The messages of every session: those of its last request, in which all earlier ones are. */
function conversationsOf({ model }: Stage): Message[][] {
  const last = new Map<string, Message[]>()
  for (const { conversation, body } of model.requests) {
    if (conversation === undefined) continue
    last.set(conversation, (body as { messages: Message[] }).messages)
  }
  return [...last.values()]
}

function answersIn({ content }: Message): Answer[] {
  if (typeof content === 'string') return []
  return content
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ text: blockText(block.content), failed: block.is_error === true }))
}

function textOf(message: Message | undefined): string {
  return blockText(message?.content)
}

function blockText(content: string | readonly Block[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.map(({ text }) => text ?? '').join('\n')
}
