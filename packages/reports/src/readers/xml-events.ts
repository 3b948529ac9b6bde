export type XmlEvent =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** Enough XML for a test report, in one pass; a tag that never ends, ends the document. */
export function* xmlEvents(text: string): Generator<XmlEvent> {
  let position = 0
  while (position < text.length) {
    const open = text.indexOf('<', position)
    if (open === -1) return
    if (open > position) yield { kind: 'text', text: text.slice(position, open) }
    const section = sections.find(([start]) => text.startsWith(start, open))
    if (section !== undefined) {
      const [start, stop, isText] = section
      const end = text.indexOf(stop, open + start.length)
      if (end === -1) return
      if (isText) yield { kind: 'text', text: text.slice(open + start.length, end) }
      position = end + stop.length
      continue
    }
    const end = endOfTag(text, open + 1)
    if (end === -1) return
    yield* tagEvents(text.slice(open + 1, end))
    position = end + 1
  }
}

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[\da-fA-F]{1,6});/g, (whole, name) => {
    const known = entities[name]
    if (known !== undefined) return known
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

const longestTag = 20_000

const sections = [
  ['<!--', '-->', false],
  ['<![CDATA[', ']]>', true],
  ['<?', '?>', false],
] as const

/** Where the tag closes; `>` may stand inside a quoted attribute. */
function endOfTag(text: string, start: number): number {
  let quote = ''
  for (let index = start; index < text.length; index++) {
    const character = text[index] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return index
    else if (character === '"' || character === "'") quote = character
  }
  return -1
}

function* tagEvents(tag: string): Generator<XmlEvent> {
  if (tag.startsWith('/')) {
    yield { kind: 'close', name: tag.slice(1).trim() }
    return
  }
  const name = /^[\w.:-]*/.exec(tag)?.[0] ?? ''
  const attributes: Record<string, string> = {}
  for (const match of tag
    .slice(name.length, longestTag)
    .matchAll(/(?<![\w.:-])([\w.:-]{1,100})=(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[match[1] ?? ''] = decodeEntities(match[2] ?? match[3] ?? '')
  }
  yield { kind: 'open', name, attributes }
  if (tag.endsWith('/')) yield { kind: 'close', name }
}
