export type Environment = Readonly<Record<string, string | undefined>>

const inherited = new Set([
  'PATH',
  'HOME',
  'LANG',
  'TERM',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]),
])
const modelVariable = /^(ANTHROPIC|CLAUDE)_/

/** How often Claude itself repeats one failed request; its own default of 10 takes minutes. */
const requestRetries = '3'

/**
 * The child's environment is built, not inherited: a fixed list, the model's own variables, then
 * what configuration and request name.
 */
export function buildEnvironment(
  parent: Environment,
  configured: Environment,
  requested: Environment,
): Record<string, string> {
  const passed = Object.entries(parent).filter(
    ([name]) => inherited.has(name) || modelVariable.test(name),
  )
  const own = { CLAUDE_CODE_MAX_RETRIES: requestRetries }
  const all = { ...own, ...Object.fromEntries(passed), ...configured, ...requested }
  const set = Object.entries(all).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return Object.fromEntries(set)
}

const secretName = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH|COOKIE|CUSTOM_HEADERS)/i

/** The variables in an environment whose values nobody may see. */
export function secretNames(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => secretName.test(name))
}

/** The values in an environment that nobody may see. */
export function secretsIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (name === 'ANTHROPIC_CUSTOM_HEADERS') return headerValues(value)
    return secretName.test(name) ? [value] : passwordsIn(value)
  })
}

/** One header a line; any of them may be the key to a gateway, said with its scheme or without. */
function headerValues(lines: string): string[] {
  return [...lines.matchAll(/^[^:\n]*:\s*(.+?)\s*$/gm)].flatMap(([, value = '']) => [
    ...new Set([value, value.replace(/^\w+ +/, '')]),
  ])
}

/** Those in URLs, as they stand there and as they are said elsewhere. */
function passwordsIn(text: string): string[] {
  return [...text.matchAll(/\/\/[^/@:\s]*:([^/\s]+)@/g)].flatMap(([, password = '']) => [
    ...new Set([password, decode(password)]),
  ])
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign that stands for itself
  }
}
