/**
 * Rules such as `WebFetch(https://api.example.com/*)`. Claude Code itself knows only
 * `WebFetch(domain:…)` and passes over these, so agency grants what they name.
 */
export function createFetchRules(rules: readonly string[]): (url: string) => boolean {
  const patterns = rules.flatMap((rule) => {
    const [, origin, rest] = /^WebFetch\((https?:\/\/[^/]+)(\/.*)?\)$/.exec(rule) ?? []
    return origin === undefined ? [] : [toPattern(origin, rest ?? '/')]
  })
  return (url) => {
    const address = parseAddress(url)
    return address !== undefined && patterns.some((pattern) => pattern.test(address))
  }
}

/** A star in the host stays in the host. */
function toPattern(origin: string, rest: string): RegExp {
  const expand = (text: string, star: string) =>
    text
      .split('*')
      .map((part) => RegExp.escape(part))
      .join(star)
  return new RegExp(`^${expand(origin, '[^/]*')}${expand(rest, '.*')}$`)
}

/** As a browser reads it; one with a name and password in it is never granted. */
function parseAddress(url: string): string | undefined {
  const address = URL.parse(url)
  return address === null || address.username !== '' || address.password !== ''
    ? undefined
    : address.href
}
