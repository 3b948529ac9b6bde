import type { Option } from './command.ts'

/** What every command understands. */
export const commonOptions: readonly Option[] = [
  { flags: '-h, --help', description: 'show this help' },
  { flags: '-v, --version', description: 'show the version' },
]

/** `-q, --quiet` → `--quiet`. */
export function longFlag(option: Option): string {
  return /--[a-z0-9-]+/.exec(option.flags)?.[0] ?? option.flags
}

/** `-q, --quiet` → `-q`. */
export function shortFlag(option: Option): string | undefined {
  return /^-[a-zA-Z]\b/.exec(option.flags)?.[0]
}

/** `--model <name>` → `name`; undefined for a switch. */
export function placeholder(option: Option): string | undefined {
  return /<([^>]+)>/.exec(option.flags)?.[1]
}

/** `--max-turns <number>` → `maxTurns`, the name under which a command reads it. */
export function optionName(option: Option): string {
  const long = longFlag(option).slice(2)
  return long.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
