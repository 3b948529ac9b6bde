/** Rules in the form of Claude Code's settings: `Bash(npm run *)`, `Read(./docs/**)`. */
export interface PermissionRules {
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Nobody is there to be asked, so these are denied. */
  readonly ask?: readonly string[]
}

const fileTools = ['Read', 'Write', 'Edit', 'Glob', 'Grep']

/** The built-in tools of every session. */
const baselineTools: readonly string[] = [...fileTools, 'Bash']

/** What every session may do: files below the project, commands that pass the policy, agency's servers. */
export const baselineRules: readonly string[] = [
  ...fileTools.map((tool) => `${tool}(./**)`),
  'Bash',
  'mcp__autonoe-deliverable',
  'mcp__autonoe-server',
  'mcp__playwright',
]

/** Runs code in the server itself, outside every sandbox. */
const deniedTools = ['mcp__playwright__browser_run_code_unsafe']

export function mergeRules(user: PermissionRules, allowedTools: readonly string[]) {
  return {
    allow: [...new Set([...baselineRules, ...(user.allow ?? []), ...allowedTools])],
    deny: [...new Set([...deniedTools, ...(user.deny ?? [])])],
    ask: [...(user.ask ?? [])],
  }
}

/** The built-in tools to offer: the baseline, and those that a rule of the user names. */
export function offeredTools(user: PermissionRules, allowedTools: readonly string[]): string[] {
  const named = [...(user.allow ?? []), ...allowedTools]
    .map((rule) => rule.replace(/\(.*$/s, '').trim())
    .filter((tool) => /^[A-Z]\w*$/.test(tool))
  return [...new Set([...baselineTools, ...named])]
}
