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
  let redacted = text
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue
    for (const spelling of spellings(secret)) redacted = redacted.replaceAll(spelling, placeholder)
  }
  return redacted
    .replace(/sk-ant-[A-Za-z0-9_-]{8,}/g, placeholder)
    .replace(/\b(Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${placeholder}`)
}

function spellings(secret: string): Set<string> {
  return new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
}
