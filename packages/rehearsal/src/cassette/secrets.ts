import { redactSecrets } from '@agency/core'

/** A word that is a plain one to every shell: it may stand in a command that is run again. */
const placeholder = 'REDACTED'

/** The text without what the request's headers, or its own look, tell to be a key. */
export function withoutSecrets(text: string, headers: Headers): string {
  return redactSecrets(text, secretsIn(headers), placeholder)
}

/** The values in a request's headers that open doors. */
function secretsIn(headers: Headers): string[] {
  const values = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie']
    .map((name) => headers.get(name))
    .filter((value) => value !== null)
  return values.flatMap((value) => [value, value.replace(/^\w+ /, '')])
}
