import {
  type Answer,
  type AnswerBlock,
  atOnce,
  estimateTokens,
  type Manner,
} from '../api/answer.ts'
import { refusedStatus, usualMessage } from '../api/error-body.ts'
import type { MessagesRequest } from '../api/request.ts'
import { firstPrompt, workingDirectoryOf } from '../api/situation.ts'
import { matches } from '../script/pattern.ts'
import type { Fault, Script, ScriptedConversation, Turn } from '../script/schema.ts'
import { fillJson, fillText, MissingValueError, type Values } from '../script/template.ts'
import { type DueTurn, dueTurn } from './due-turn.ts'
import { hasTold, quietEnd } from './has-told.ts'
import { conversationOfToolIds, toolId } from './tool-id.ts'

export interface Played {
  readonly answer: Answer
  /** What happened, in a few words for a person: `turn 2: "Now I run it." Bash`. */
  readonly summary: string
}

export interface Player {
  /** Answers one request of the conversation that the key names. */
  play(key: string, request: MessagesRequest): Played
}

/** Plays a script to any number of conversations. It remembers only who took which part, and faults. */
export function createPlayer(script: Script): Player {
  const parts = new Map<string, number>()
  const faultsServed = new Map<string, number>()

  function partFor(key: string, request: MessagesRequest): number | undefined {
    const taken = parts.get(key)
    if (taken !== undefined) return taken
    const part = begunPart(request) ?? fittingParts(request).find(isFree)
    if (part !== undefined) parts.set(key, part)
    return part
  }

  /** The part that the conversation is in the middle of: the server may have been started anew since. */
  function begunPart(request: MessagesRequest): number | undefined {
    const called = conversationOfToolIds(request.messages)
    if (called !== undefined && called < script.conversations.length) return called
    const cwd = workingDirectoryOf(request)
    const told = fittingParts(request).filter((part) =>
      hasTold(script.conversations[part]?.turns ?? [], request.messages, cwd),
    )
    return told.find(isFree) ?? told[0]
  }

  function fittingParts({ messages }: MessagesRequest): number[] {
    const prompt = firstPrompt(messages)
    return [...script.conversations.entries()]
      .filter(([, { when }]) => when === undefined || matches(when.prompt, prompt))
      .map(([part]) => part)
  }

  function isFree(part: number): boolean {
    return script.conversations[part]?.repeat === true || ![...parts.values()].includes(part)
  }

  return {
    play(key, request) {
      const part = partFor(key, request)
      const conversation = part === undefined ? undefined : script.conversations[part]
      if (part === undefined || conversation === undefined) return noPart(script, request)
      const due = dueTurn(conversation.turns, request.messages, workingDirectoryOf(request))
      if (due.turn === undefined) return usedUp(script, conversation, due.index)
      const counter = `${key} ${part} ${due.index}`
      const served = faultsServed.get(counter) ?? 0
      faultsServed.set(counter, served + 1)
      return perform(script, part, due, due.turn, faultDue(due.turn.fault, served), request)
    },
  }
}

/** The fault for the nth request of a turn, counting from 0; none when they are all through. */
function faultDue(faults: readonly Fault[], served: number): Fault | undefined {
  let before = 0
  for (const fault of faults) {
    before += fault.times === 'always' ? Number.POSITIVE_INFINITY : fault.times
    if (served < before) return fault
  }
  return undefined
}

function perform(
  script: Script,
  part: number,
  due: DueTurn,
  turn: Turn,
  fault: Fault | undefined,
  request: MessagesRequest,
): Played {
  const name = `turn ${due.index + 1}`
  if (fault?.hang) return { answer: { kind: 'hang' }, summary: `${name}: no answer, ever` }
  if (fault?.status !== undefined) {
    const message = fault.message ?? usualMessage(fault.status)
    const wait = fault.retry_after === undefined ? {} : { retryAfterSeconds: fault.retry_after }
    return {
      answer: { kind: 'error', status: fault.status, message, ...wait },
      summary: `${name}: status ${fault.status}`,
    }
  }
  if (fault?.usage_limit !== undefined) {
    const content: AnswerBlock[] = [{ type: 'text', text: fault.usage_limit }]
    return {
      answer: { kind: 'message', content, usage: usageOf(turn, content, request), manner: atOnce },
      summary: `${name}: usage limit`,
    }
  }
  try {
    const content = contentOf(turn, part, due.index, due.values)
    const manner = mannerOf(fault)
    return {
      answer: { kind: 'message', content, usage: usageOf(turn, content, request), manner },
      summary: `${name}: ${describe(content)}${manner.kind === 'whole' ? '' : ` (${manner.kind})`}`,
    }
  } catch (error) {
    if (!(error instanceof MissingValueError)) throw error
    const message = `${error.message}: rehearsal script "${script.name}", ${name}`
    return refusal(message)
  }
}

function contentOf(turn: Turn, part: number, index: number, values: Values): AnswerBlock[] {
  const content: AnswerBlock[] = []
  if (turn.think !== undefined) {
    const thinking = fillText(turn.think, values)
    content.push({ type: 'thinking', thinking, signature: 'rehearsal' })
  }
  if (turn.say !== undefined) content.push({ type: 'text', text: fillText(turn.say, values) })
  for (const [call, { name, input }] of turn.do.entries()) {
    const id = toolId(part, index, call)
    content.push({ type: 'tool_use', id, name, input: fillJson(input, values) })
  }
  return content.length > 0 ? content : [{ type: 'text', text: quietEnd }]
}

function mannerOf(fault: Fault | undefined): Manner {
  if (fault?.cut)
    return { kind: 'cut', inside: fault.cut === 'late' ? 'last block' : 'first block' }
  if (fault?.malformed) return { kind: 'malformed' }
  return { kind: 'whole', delayMs: fault?.delay ?? 0, chunkDelayMs: fault?.slow ?? 0 }
}

function usageOf(turn: Turn, content: readonly AnswerBlock[], request: MessagesRequest) {
  return {
    input_tokens: turn.usage.input_tokens ?? estimateTokens([request.system, request.messages]),
    output_tokens: turn.usage.output_tokens ?? estimateTokens(content),
    cache_creation_input_tokens: turn.usage.cache_creation_input_tokens ?? 0,
    cache_read_input_tokens: turn.usage.cache_read_input_tokens ?? 0,
  }
}

function describe(content: readonly AnswerBlock[]): string {
  return content
    .map((block) => {
      if (block.type === 'tool_use') return block.name
      return block.type === 'text' ? JSON.stringify(shorten(block.text)) : '(thinking)'
    })
    .join(' ')
}

function noPart(script: Script, request: MessagesRequest): Played {
  const prompt = JSON.stringify(shorten(firstPrompt(request.messages)))
  return refusal(
    `rehearsal script "${script.name}" has no conversation left for the prompt ${prompt}: add one, or give one "repeat: true"`,
  )
}

function usedUp(script: Script, conversation: ScriptedConversation, index: number): Played {
  const where = conversation.name ? `, conversation "${conversation.name}",` : ''
  return refusal(
    `rehearsal script "${script.name}"${where} is used up: turn ${index + 1} was asked for and there are ${index}; add a turn to the script`,
  )
}

function refusal(message: string): Played {
  return { answer: { kind: 'error', status: refusedStatus, message }, summary: message }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
