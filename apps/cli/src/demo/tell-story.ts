import { parseScript, type Script } from '@agency/rehearsal'
import { type TestRunner, translateFor } from './find-test-runner.ts'
import story from './story.yaml' with { type: 'text' }

export interface StorySetting {
  readonly testRunner: TestRunner
  /** On which the page is served. */
  readonly port: number
  /** Without a browser nobody looks at the page, and nobody serves it. */
  readonly inBrowser: boolean
}

/** As the story is written; another is used where somebody has it. */
export const writtenPort = 4173

/** The script of the demo, as it can be played on this machine. */
export function tellStory({ testRunner, port, inBrowser }: StorySetting): Script {
  const text = translateFor(testRunner, story).replaceAll(String(writtenPort), String(port))
  const script = parseScript(text, 'story.yaml')
  if (!script.ok) throw script.error
  if (inBrowser) return script.value
  const conversations = script.value.conversations.map((conversation) => ({
    ...conversation,
    turns: conversation.turns.flatMap((turn) => {
      const left = turn.do.filter(({ name }) => !isForPage(name))
      return left.length === 0 && turn.do.length > 0 ? [] : [{ ...turn, do: left }]
    }),
  }))
  return { ...script.value, conversations }
}

function isForPage(tool: string): boolean {
  return tool.startsWith('mcp__playwright__') || tool.startsWith('mcp__autonoe-server__')
}
