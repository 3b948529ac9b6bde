import { isProfileName, type ProfileName, profileNames, type ToolCall } from '@agency/policy'
import { UsageError } from '../frame/usage-error.ts'

/** One line to judge, with the settings to judge it by. */
export interface CommandCase {
  readonly id?: string | number | null
  readonly command?: string
  /** The whole input of a hook, in place of the command. */
  readonly rawInput?: ToolCall
  readonly profile?: readonly ProfileName[] | undefined
  readonly allowCommands?: readonly string[]
  readonly allowPkillTargets?: readonly string[]
  readonly cwd?: string
}

/** Reads a case from JSON; keys that it does not know are of no concern. */
export function parseCommandCase(json: string, place: string): CommandCase {
  const fields = parseObject(json, place)
  const { id, command, rawInput, profile, allowCommands, allowPkillTargets, cwd } = fields
  if (rawInput === undefined && typeof command !== 'string') {
    throw new UsageError(`${place}: "command" has to be text, or "rawInput" a tool call`)
  }
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    ...(typeof command === 'string' && { command }),
    ...(rawInput !== undefined && { rawInput: parseToolCall(rawInput, place) }),
    ...(isGiven(profile) && {
      profile: parseProfiles(texts(profile, `${place}: "profile"`), place),
    }),
    ...(isGiven(allowCommands) && {
      allowCommands: texts(allowCommands, `${place}: "allowCommands"`),
    }),
    ...(isGiven(allowPkillTargets) && {
      allowPkillTargets: texts(allowPkillTargets, `${place}: "allowPkillTargets"`),
    }),
    ...(typeof cwd === 'string' && { cwd }),
  }
}

export function parseProfiles(names: readonly string[], place: string): readonly ProfileName[] {
  return names.map((name) => {
    if (isProfileName(name)) return name
    throw new UsageError(
      `${place}: unknown profile "${name}"; there are ${profileNames.join(', ')}`,
    )
  })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function parseObject(json: string, place: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new UsageError(`${place} is not JSON`)
  }
  if (!isObject(value)) throw new UsageError(`${place} is not a JSON object`)
  return value
}

function parseToolCall(value: unknown, place: string): ToolCall {
  const input = isObject(value) ? (value['tool_input'] ?? {}) : undefined
  const name = isObject(value) ? value['tool_name'] : undefined
  if (typeof name !== 'string' || !isObject(input)) {
    throw new UsageError(`${place}: "rawInput" needs "tool_name" and "tool_input"`)
  }
  return { tool_name: name, tool_input: input }
}

function texts(value: unknown, place: string): readonly string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  if (items.every((item) => typeof item === 'string')) return items
  throw new UsageError(`${place} has to be text or a list of texts`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
