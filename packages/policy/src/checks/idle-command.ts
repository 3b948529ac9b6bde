import type { Command, TestExpression } from 'unbash'

/** The words of a command as far as they stand in the line; an expansion stands as it is written. */
export function literalWords(command: Command): string[] {
  if (command.name === undefined) return []
  const words = command.args.map((word) => (word.type === 'Word' ? word.value : word.text))
  return [command.name.value, ...words]
}

/** Whether a test asks for nothing outside of the line: no file, no variable, no output. */
export function isIdleTest(test: readonly string[] | TestExpression): boolean {
  const text = Array.isArray(test) ? test.join(' ') : JSON.stringify(test)
  return !/(?:^|[\s"])-[a-hkprstuvwxGLNOS](?:$|[\s"])/.test(text) && !/[$`*?]/.test(text)
}

/** Whether it evaluates code from the line that touches nothing but itself. */
export function isIdleCode(name: string, words: readonly string[]): boolean {
  const flag = words.findIndex((word) => inlineCode(name, word))
  if (flag === -1) return false
  const code = words.slice(flag).join(' ')
  return !/\b(?:require|import|open|fetch|connect|read\w*|exec\w*|spawn\w*|File)\b/.test(code)
}

function inlineCode(name: string, word: string): boolean {
  if (/^python[\d.]*$/.test(name)) return word === '-c'
  if (name === 'deno') return word === 'eval'
  if (name === 'node' || name === 'bun') return /^(?:-e|-p|-pe|--eval|--print)(?:=|$)/.test(word)
  if (name === 'ruby' || name === 'perl') return /^-\w*e$/.test(word)
  return name === 'php' && word === '-r'
}
