import { type Argument, onlyText } from '../../bash/argument.ts'
import { environmentWithin, isEnvironment, objectionToEnvironment } from '../environment.ts'
import { severalWords } from '../options.ts'
import { isSystemProgram } from '../system-programs.ts'
import { type StartingTool, startingTools } from './starting-tools.ts'
import { plainName, valuesOf } from './tool-options.ts'

/** What a runner or a tool starts: the words of a command, or text for a shell. */
export type Started =
  | { readonly kind: 'words'; readonly words: readonly Argument[]; readonly certain: boolean }
  | { readonly kind: 'script'; readonly text: string | undefined }

/** Everything that a tool would start, or why its words are not allowed. */
export function startedByTool(
  name: string,
  words: readonly Argument[],
): readonly Started[] | string {
  const tool = startingTools.get(name)
  if (tool === undefined) return []
  const started: Started[] = []
  const push = (from: number, certain: boolean) =>
    started.push(...command(tool, words, words.slice(from), certain))
  let waiting = tool.verb
  /** The word before is an option that may have this one as its value. */
  let mayBeValue = false
  /** Some option before may have taken more words than it seems. */
  let doubted = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    if (word.splits) return severalWords(word)
    const text = onlyText(word) ?? word.prefix
    if (text === '--' && (tool.operands === 'command' || tool.afterDashes)) {
      if (waiting === undefined) push(index + 1, true)
      return started
    }
    const setter = tool.assignsWithin ? environmentWithin(word) : undefined
    if (setter !== undefined) {
      const objection = objectionToEnvironment(setter)
      if (objection !== undefined) return objection
    } else if (text.startsWith('-')) {
      const objection = readOption(tool, words, index, started)
      if (objection !== undefined) return objection
      const value = words[index + 1]
      const takesValue = takesNext(tool, text)
      if (takesValue && value?.splits) return severalWords(value)
      if (takesValue) index++
      mayBeValue = !takesValue && !text.includes('=') && !(tool.flags?.includes(text) ?? false)
      doubted ||= mayBeValue || (tool.lists?.includes(text) ?? false)
    } else if (waiting !== undefined) {
      if (onlyText(word) === undefined && (index === 0 || mayBeValue)) {
        return `\`${word.source}\` cannot be decided; write the subcommand itself`
      }
      if (text === waiting) {
        waiting = undefined
        doubted = false
      }
      mayBeValue = false
    } else if (tool.operands === 'scripts') started.push(...asScript([word]))
    else if (tool.operands === 'command' || tool.operands === 'shell') {
      if (isEnvironment(word)) {
        const objection = objectionToEnvironment(word)
        if (objection !== undefined) return objection
        continue
      }
      const isFirst = !started.some((each) => each.kind === 'words')
      push(index, isFirst)
      if (mayBeValue || (tool.fileFirst && isFirst && /^\.|\.\w+$/.test(text))) {
        mayBeValue = false
        continue
      }
      if (doubted) for (const place of laterPlaces(words, index + 1)) push(place, false)
      return started
    }
  }
  return started
}

/** Pushes the scripts that an option brings; objects to a variable that it sets. */
function readOption(
  tool: StartingTool,
  words: readonly Argument[],
  index: number,
  started: Started[],
): string | undefined {
  for (const { value, width } of valuesOf(words, index, tool.scripts ?? [])) {
    const others = words.toSpliced(index, width)
    started.push(...asScript(tool.operands === 'appended' ? [value, ...others] : [value]))
  }
  for (const { value } of valuesOf(words, index, tool.environment ?? [])) {
    const objection = isEnvironment(value) ? objectionToEnvironment(value) : undefined
    if (objection !== undefined) return objection
  }
  return undefined
}

function takesNext(tool: StartingTool, text: string): boolean {
  if (text.includes('=')) return false
  const name = plainName(text)
  const named = [tool.scripts, tool.environment].some((list) => list?.includes(name))
  return named || [tool.valued, tool.lists].some((list) => list?.includes(text))
}

/**
 * Where a command may begin when an option that is not known took several words: after `--`, and
 * wherever a program of the system is named before that.
 */
function laterPlaces(words: readonly Argument[], from: number): readonly number[] {
  const dashes = words.findIndex((word, index) => index >= from && word.prefix === '--')
  const end = dashes === -1 ? words.length : dashes
  const named = words.flatMap((word, index) =>
    index >= from && index < end && isSystemProgram(onlyText(word)) ? [index] : [],
  )
  return dashes === -1 ? named : [...named, dashes + 1]
}

function command(
  tool: StartingTool,
  all: readonly Argument[],
  words: readonly Argument[],
  certain: boolean,
): Started[] {
  if (words.length === 0) return []
  const shell = all.some((word) => word.prefix === tool.shellOption) || tool.operands === 'shell'
  return shell
    ? asScript(words)
    : [{ kind: 'words', words: words.map(withoutPlaceholder), certain }]
}

/** `npm:build` stands for `npm run build`; an address to wait for starts nothing. */
function asScript(words: readonly (Argument | undefined)[]): Started[] {
  const texts = words.map(onlyText)
  if (texts.includes(undefined)) return [{ kind: 'script', text: undefined }]
  const text = texts.join(' ')
  if (addresses.test(text)) return []
  return [{ kind: 'script', text: text.replace(/^(npm|yarn|pnpm|bun):(?=\w)/, '$1 run ') }]
}

const addresses =
  /^((https?|http-get|https-get|tcp):(\/\/)?[\w.:/?=%-]+|\d+)(\|((https?|http-get|https-get|tcp):(\/\/)?[\w.:/?=%-]+|\d+))*$/

/** `{{changed}}` becomes the name of a file. */
function withoutPlaceholder(word: Argument): Argument {
  return word.prefix.includes('{{')
    ? { source: word.source, texts: undefined, prefix: '', splits: false }
    : word
}
