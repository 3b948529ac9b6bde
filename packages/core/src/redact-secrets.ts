const shortestSecret = 6

/**
 * Replaces every known secret, also where JSON or a URL has escaped it, and whatever looks like an
 * Anthropic key or a bearer token. Values too short to be a secret are left alone: replacing them
 * would garble ordinary words.
 */
export function redactSecrets(
  text: string,
  secrets: readonly string[],
  placeholder = '[redacted]',
): string {
  const longestFirst = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(spellings)
    .sort((a, b) => b.length - a.length) // else the rest of one that begins like another would stay
  return longestFirst
    .reduce((rest, spelling) => rest.replaceAll(spelling, placeholder), text)
    .replace(/sk-ant-[A-Za-z0-9_-]{8,}/g, placeholder)
    .replace(/\b(Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${placeholder}`)
}

function spellings(secret: string): string[] {
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ]),
  ]
}
