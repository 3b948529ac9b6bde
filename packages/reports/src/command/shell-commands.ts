/** The simple commands of a shell line, as words without quotes, redirections and operators. */
export interface ShellCommands {
  readonly commands: readonly (readonly string[])[]
  /** Joined by `&&` alone: the exit code is then that of the command that ended the chain. */
  readonly isChain: boolean
}

/**
 * A reader, not a judge: it never fails, and what it cannot make out it takes as a word. Text in
 * quotes, comments and here-documents is never a command.
 */
export function splitShellCommands(line: string): ShellCommands {
  const commands: string[][] = [[]]
  let isChain = true
  for (const token of tokensOf(line)) {
    if (token.kind === 'word') {
      commands.at(-1)?.push(token.text)
    } else {
      if (token.text !== '&&' && token.text !== '\n') isChain = false
      commands.push([])
    }
  }
  const filled = commands.filter((words) => words.length > 0)
  return { commands: filled, isChain: isChain && !line.trim().includes('\n') }
}

interface Token {
  readonly kind: 'word' | 'operator'
  readonly text: string
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  const pendingBodies: string[] = []
  let position = 0
  while (position < line.length) {
    const character = line[position] ?? ''
    if (character === '\n' && pendingBodies.length > 0) {
      position = skipBodies(line, position + 1, pendingBodies.splice(0))
      tokens.push({ kind: 'operator', text: '\n' })
    } else if (/[^\S\n]/.test(character) || line.startsWith('\\\n', position)) {
      position += character === '\\' ? 2 : 1
    } else if (character === '#') {
      const end = line.indexOf('\n', position)
      position = end === -1 ? line.length : end
    } else if (
      /\d?[<>]/y.test(line.slice(position, position + 2)) ||
      line.startsWith('&>', position)
    ) {
      const redirection = redirectionAt(line, position)
      if (redirection.delimiter !== undefined) pendingBodies.push(redirection.delimiter)
      position = redirection.end
    } else if (operators.includes(character)) {
      const text = line.startsWith(character.repeat(2), position) ? character.repeat(2) : character
      tokens.push({
        kind: 'operator',
        text: text === '|' && line[position + 1] === '&' ? '|&' : text,
      })
      position += tokens.at(-1)?.text.length ?? 1
    } else {
      const word = wordAt(line, position)
      tokens.push({ kind: 'word', text: word.text })
      position = word.end
    }
  }
  return tokens
}

const operators = ';&|()\n'

/** `2>&1`, `> file`, `<< END`; the target is dropped. */
function redirectionAt(line: string, start: number): { end: number; delimiter?: string } {
  const match = /^(?:\d?(?:<<<|<<-?|>>|>&|<&|>\||[<>])|&>>?)[ \t]*/.exec(
    line.slice(start, start + 80),
  )
  const head = match?.[0] ?? line[start] ?? ''
  const target = wordAt(line, start + head.length)
  const isBody = head.includes('<<') && !head.includes('<<<')
  return isBody ? { end: target.end, delimiter: target.text } : { end: target.end }
}

function skipBodies(line: string, start: number, delimiters: readonly string[]): number {
  let position = start
  for (const delimiter of delimiters) {
    while (position < line.length) {
      const end = line.indexOf('\n', position)
      const text = line.slice(position, end === -1 ? line.length : end)
      position = end === -1 ? line.length : end + 1
      if (text.trim() === delimiter) break
    }
  }
  return position
}

function wordAt(line: string, start: number): { text: string; end: number } {
  let text = ''
  let position = start
  while (position < line.length) {
    const character = line[position] ?? ''
    if (/[\s;&|()<>]/.test(character)) break
    if (character === "'" || character === '"') {
      const end = closingQuote(line, position)
      text += line.slice(position + 1, end)
      position = end + 1
    } else if (character === '\\') {
      text += line[position + 1] ?? ''
      position += 2
    } else if (line.startsWith('$(', position)) {
      const end = closingBracket(line, position + 2)
      text += line.slice(position, end)
      position = end
    } else {
      text += character
      position++
    }
  }
  return { text, end: position }
}

function closingQuote(line: string, start: number): number {
  const quote = line[start]
  for (let index = start + 1; index < line.length; index++) {
    if (line[index] === '\\' && quote === '"') index++
    else if (line[index] === quote) return index
  }
  return line.length
}

function closingBracket(line: string, start: number): number {
  let depth = 1
  for (let index = start; index < line.length; index++) {
    if (line[index] === '(') depth++
    else if (line[index] === ')' && --depth === 0) return index + 1
  }
  return line.length
}
