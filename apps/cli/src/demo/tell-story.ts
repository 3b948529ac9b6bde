import { parseScript, type Script } from '@agency/rehearsal'
import type { TestRunner } from './find-test-runner.ts'
import story from './story.yaml' with { type: 'text' }

export interface StorySetting {
  readonly testRunner: TestRunner
  /** Without a browser the turns that use it are left out. */
  readonly inBrowser: boolean
}

/** The script of the demo, as it can be played on this machine. */
export function tellStory({ testRunner, inBrowser }: StorySetting): Script {
  const script = parseScript(story.replaceAll('node --test', testRunner), 'story.yaml')
  if (!script.ok) throw script.error
  if (inBrowser) return script.value
  const conversations = script.value.conversations.map((conversation) => ({
    ...conversation,
    turns: conversation.turns.filter((turn) => !turn.do.some(isBrowserTool)),
  }))
  return { ...script.value, conversations }
}

function isBrowserTool({ name }: { readonly name: string }): boolean {
  return name.startsWith('mcp__playwright__')
}
