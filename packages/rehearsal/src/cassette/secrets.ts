import { redactSecrets } from '@agency/core'
import { blankTokens } from './token-shapes.ts'

/** A word that is a plain one to every shell: it may stand in a command that is run again. */
const placeholder = 'REDACTED'

/** JSON without what the request's headers, or its own look, tell to be a key. */
export function withoutSecrets(json: string, headers: Headers): string {
  return blankTokens(redactSecrets(json, secretsIn(headers), placeholder), placeholder)
}

/** The values in a request's headers that open doors. */
function secretsIn(headers: Headers): string[] {
  return [...headers]
    .filter(([name]) => /key|token|secret|password|authorization|cookie/.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\w+ /, '')])
}
