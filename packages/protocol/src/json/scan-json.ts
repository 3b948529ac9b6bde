/** Where every value of a JSON text begins, or the first place where it is no JSON. */
export type JsonScan =
  | { readonly ok: true; readonly offsets: ReadonlyMap<string, number> }
  | { readonly ok: false; readonly offset: number; readonly problem: string }

/**
 * Reads JSON for the places in it, which JSON.parse does not tell. A member that stands twice in an
 * object is an error too: one of the two would be lost.
 */
export function scanJson(text: string): JsonScan {
  const offsets = new Map<string, number>()
  const scanner = new Scanner(text, offsets)
  try {
    scanner.value([])
    scanner.end()
    return { ok: true, offsets }
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, offset: error.offset, problem: error.message }
    throw error
  }
}

/** The key of a path in `offsets`. */
export function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String))
}

/** No file of agency goes deeper than ten. */
const deepest = 100

class Mistake extends Error {
  readonly offset: number

  constructor(offset: number, problem: string) {
    super(problem)
    this.offset = offset
  }
}

class Scanner {
  readonly #text: string
  readonly #offsets: Map<string, number>
  #position = 0

  constructor(text: string, offsets: Map<string, number>) {
    this.#text = text
    this.#offsets = offsets
  }

  value(path: readonly string[]): void {
    this.#space()
    if (path.length > deepest) this.#fail('nested too deeply')
    this.#offsets.set(keyOf(path), this.#position)
    const character = this.#text[this.#position]
    if (character === '{') this.#object(path)
    else if (character === '[') this.#array(path)
    else if (character === '"') this.#string()
    else this.#word()
  }

  end(): void {
    this.#space()
    if (this.#position < this.#text.length) this.#fail('text after the end of the value')
  }

  #object(path: readonly string[]): void {
    const names = new Set<string>()
    this.#position++
    if (this.#closes('}')) return
    do {
      this.#space()
      const start = this.#position
      if (this.#text[start] === '}') this.#fail('a comma before }; remove the comma', -1)
      if (this.#text[start] !== '"') this.#fail('a name in double quotes is missing here')
      const name = this.#string()
      if (names.has(name)) this.#fail(`"${name}" stands here a second time`, start)
      names.add(name)
      this.#space()
      if (this.#text[this.#position] !== ':') this.#fail(`a colon is missing after "${name}"`)
      this.#position++
      this.value([...path, name])
    } while (this.#goesOn('}'))
  }

  #array(path: readonly string[]): void {
    this.#position++
    if (this.#closes(']')) return
    let index = 0
    do {
      this.#space()
      if (this.#text[this.#position] === ']') this.#fail('a comma before ]; remove the comma', -1)
      this.value([...path, String(index++)])
    } while (this.#goesOn(']'))
  }

  #closes(bracket: string): boolean {
    this.#space()
    if (this.#text[this.#position] !== bracket) return false
    this.#position++
    return true
  }

  #goesOn(bracket: string): boolean {
    this.#space()
    if (this.#closes(bracket)) return false
    if (this.#text[this.#position] !== ',') this.#fail(`a comma or ${bracket} is missing here`)
    this.#position++
    return true
  }

  #string(): string {
    const start = this.#position
    const end = stringAt(this.#text, start)
    if (end === undefined) this.#fail('this text has no closing quote on its line', start)
    this.#position = end
    try {
      return String(JSON.parse(this.#text.slice(start, end)))
    } catch {
      this.#fail('this text has a backslash or a control character that JSON does not know', start)
    }
  }

  #word(): void {
    const pattern = /[^\s,:{}[\]"]*/y
    pattern.lastIndex = this.#position
    const [word = ''] = pattern.exec(this.#text) ?? []
    if (word === '') this.#fail('a value is missing here')
    if (word.startsWith('//') || word.startsWith('/*'))
      this.#fail('JSON has no comments; remove it')
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)) {
      this.#fail(`${word.slice(0, 40)} is no JSON value; put text into double quotes`)
    }
    this.#position += word.length
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#position] ?? '')) this.#position++
  }

  /** At this place, before it by a negative number of characters, or at another place. */
  #fail(problem: string, place = this.#position): never {
    const offset = place < 0 ? this.#text.lastIndexOf(',', this.#position) : place
    const isOver = offset >= this.#text.length
    throw new Mistake(offset, isOver ? `the text ends too early: ${problem}` : problem)
  }
}

function stringAt(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') return index + 1
    else if (text[index] === '\n') return undefined
  }
  return undefined
}
