/** What a brace expansion becomes, or undefined when it holds more than plain text. */
export function expandBraces(text: string): readonly string[] | undefined {
  if (!/^[\w./,:=@%+{}-]*$/.test(text)) return undefined
  const expanded = expand(text, 0)
  return expanded === undefined || expanded.length > most ? undefined : expanded
}

/** Whether bash might expand braces here that the parser did not mark. */
export function looksLikeBraces(text: string): boolean {
  return text.includes('{') && /(^|[^$])\{[^{}]*(,|\.\.)[\s\S]*\}/.test(text)
}

const most = 64

function expand(text: string, depth: number): string[] | undefined {
  const open = text.indexOf('{')
  if (open === -1) return [text]
  const close = matching(text, open)
  if (close === undefined || depth > 8) return undefined
  const items = itemsOf(text.slice(open + 1, close), depth)
  const rests = expand(text.slice(close + 1), depth + 1)
  if (items === undefined || rests === undefined) return undefined
  if (items.length * rests.length > most) return undefined
  const before = text.slice(0, open)
  return items.flatMap((item) => rests.map((rest) => before + item + rest))
}

function itemsOf(body: string, depth: number): string[] | undefined {
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])$/.exec(body)
  if (range) return rangeOf(range[1] ?? '', range[2] ?? '')
  const items = splitAtCommas(body)
  if (items.length < 2) return undefined
  const expanded = items.map((item) => expand(item, depth + 1))
  return expanded.some((list) => list === undefined)
    ? undefined
    : expanded.flatMap((list) => list ?? [])
}

function rangeOf(from: string, to: string): string[] | undefined {
  const first = Number(from)
  const last = Number(to)
  if (Number.isNaN(first) || Number.isNaN(last) || /^-?0\d/.test(from + to)) return undefined
  const length = Math.abs(last - first) + 1
  if (length > most) return undefined
  const step = last < first ? -1 : 1
  return Array.from({ length }, (_, index) => String(first + index * step))
}

function matching(text: string, open: number): number | undefined {
  let depth = 0
  for (let index = open; index < text.length; index++) {
    if (text[index] === '{') depth += 1
    if (text[index] === '}') depth -= 1
    if (depth === 0) return index
  }
  return undefined
}

function splitAtCommas(body: string): string[] {
  const items: string[] = []
  let depth = 0
  let item = ''
  for (const character of body) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === ',' && depth === 0) {
      items.push(item)
      item = ''
    } else {
      item += character
    }
  }
  return [...items, item]
}
