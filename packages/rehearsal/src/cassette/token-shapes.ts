/**
 * Blanks what is known for a secret by its look. The text is JSON, with more JSON in its strings: line
 * breaks and quotes carry any number of backslashes. No shape takes a quote, nor half an escape.
 */
export function blankTokens(text: string, placeholder: string): string {
  return Object.values(tokenShapes).reduce(
    (rest, shape) => rest.replaceAll(shape, (...match) => `${keptOf(match)}${placeholder}`),
    text,
  )
}

/** The group `kept` of a shape says what the secret is, and stays. */
function keptOf(match: readonly unknown[]): string {
  const groups = match.at(-1)
  return typeof groups === 'object' ? ((groups as Record<string, string>)['kept'] ?? '') : ''
}

const quote = String.raw`\\*["']`
/** Where a name is in quotes its value has to be too: a bare one is a number of the JSON itself. */
const is = `(?:${quote} *[:=] *${quote}| *[:=] *(?:${quote})?)`
const named =
  '(?:token|secret|password|passwd|passphrase|(?:api|access|private|secret)[-_]?key|authorization)'
const envNamed = named.toUpperCase()
/** A reference (`$TOKEN`, `<token>`, `{{ token }}`) is no secret, nor is what follows the end of a text. */
const written = String.raw`[^\s"'\\$<{(,;|&\x60}\]:][^\s"'\\,;|&()]`
const word = String.raw`[\w+/=~@%!#^*-]`

const tokenShapes: Readonly<Record<string, RegExp>> = {
  GitHub: /gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_\w{20,}/g,
  GitLab: /gl(?:pat|dt|rt|ptt|cbt|soat)-[\w-]{20,}/g,
  npm: /npm_[A-Za-z0-9]{36}/g,
  Slack: /xox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  AWS: /(?:AKIA|ASIA)[A-Z0-9]{16}/g,
  Google: /AIza[\w-]{35}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}/g,
  Stripe: /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,}/g,
  JWT: /eyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{8,}/g,
  // Whole, or as far as it goes where its end is missing; a reader may have put numbers before its lines.
  'private key':
    /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:[^"]{0,20000}?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?:[\w+/=\s→:]|\\+[nrt])*)/g,
  'password in an address': /(?<kept>:\/\/[^\s/:@"'\\]{1,200}:)[^\s/@"'\\]{1,200}(?=@)/g,
  'authorization header': new RegExp(
    `(?<kept>authorization${is}(?:basic|token|digest|apikey) )[\\w+/=.~-]{6,}`,
    'gi',
  ),
  'cookie header': /(?<kept>cookie: ?)[\w.-]+=[^"'\\]+/gi,
  // `x-corp-token: …`, `--token=…`, whatever follows.
  'named header': new RegExp(`(?<kept>-${named}${is})${written}{7,}`, 'gi'),
  // `CORP_TOKEN=…`, whatever follows.
  'named variable': new RegExp(`(?<kept>${envNamed}=(?:${quote})?)${written}{5,}`, 'g'),
  // `password: …`, `"token": "…"`: only what mixes letters and digits; `token: string` is source.
  'named value': new RegExp(
    `(?<kept>${named}${is})(?=${word}{0,256}[0-9])(?=${word}{0,256}[A-Za-z])${word}{8,4096}(?!\\.?(?:${word}|[(\\[]))`,
    'gi',
  ),
}
