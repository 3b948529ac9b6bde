import { type Argument, onlyText } from '../../bash/argument.ts'
import { isEnvironment, objectionToEnvironment } from '../environment.ts'
import { severalWords } from '../options.ts'

/** What a runner or a tool starts: the words of a command, or text for a shell. */
export type Started =
  | { readonly kind: 'words'; readonly words: readonly Argument[]; readonly certain: boolean }
  | { readonly kind: 'script'; readonly text: string | undefined }

/** How a tool is told what to start. */
interface StartingTool {
  /**
   * What its operands are: `command`, the words of one, which may have NAME=value before them;
   * `shell`, the same as one text; `scripts`, each a text of its own; `appended`, more words for the
   * text that an option names; `own`, nothing that starts.
   */
  readonly operands: 'command' | 'shell' | 'scripts' | 'appended' | 'own'
  /** The words of a command stand after `--` in any case. */
  readonly afterDashes?: true
  /** A subcommand without which nothing is started. */
  readonly verb?: string
  /** Options whose value is text for a shell. */
  readonly scripts?: readonly string[]
  /** Options whose value is something else. */
  readonly valued?: readonly string[]
  /** Options whose value sets a variable. */
  readonly environment?: readonly string[]
  /** An option with which the command is handed to a shell. */
  readonly shellOption?: string
}

const dotenv: StartingTool = {
  operands: 'command',
  valued: ['-e', '-c', '-p', '-f', '--env-file', '-fk', '--file'],
  environment: ['-v', '--env'],
}
const concurrently: StartingTool = {
  operands: 'scripts',
  scripts: ['--teardown'],
  valued: [
    ...'-n --names --name-separator -c --prefix-colors -p --prefix -l --prefix-length'.split(' '),
    ...'-t --timestamp-format -m --max-processes -s --success --hide'.split(' '),
    ...'--kill-signal --ks --restart-tries --restart-after --default-input-target'.split(' '),
  ],
}
const serverTest: StartingTool = { operands: 'scripts', valued: ['--expect'] }
const chokidar: StartingTool = { operands: 'own', scripts: ['-c', '--command'] }

const tools: ReadonlyMap<string, StartingTool> = new Map<string, StartingTool>([
  ['cross-env', { operands: 'command' }],
  ['cross-env-shell', { operands: 'shell' }],
  [
    'env-cmd',
    {
      operands: 'command',
      valued: ['-f', '--file', '-e', '--environments', '-r', '--rc-file'],
      shellOption: '--use-shell',
    },
  ],
  ['dotenv', dotenv],
  ['dotenv-cli', dotenv],
  ['dotenvx', { ...dotenv, verb: 'run' }],
  ['concurrently', concurrently],
  ['conc', concurrently],
  ['nodemon', { operands: 'appended', scripts: ['-x', '--exec'] }],
  ['onchange', { operands: 'own', afterDashes: true }],
  ['chokidar', chokidar],
  ['chokidar-cli', chokidar],
  ['start-server-and-test', serverTest],
  ['start-test', serverTest],
  ['server-test', serverTest],
  ['shx', { operands: 'command' }],
  ['lerna', { operands: 'command', verb: 'exec', valued: ['--scope', '--ignore', '--since'] }],
  ['nx', { operands: 'command', verb: 'exec' }],
  ['tsc-watch', { operands: 'own', scripts: onEvents() }],
  ['tsup', { operands: 'own', scripts: ['--onSuccess'] }],
])

export const startingTools: ReadonlySet<string> = new Set(tools.keys())

/** Everything that a tool would start, or why its words are not allowed. */
export function startedByTool(
  name: string,
  words: readonly Argument[],
): readonly Started[] | string {
  const tool = tools.get(name)
  if (tool === undefined) return []
  const started: Started[] = []
  let waiting = tool.verb
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    if (word.splits) return severalWords(word)
    const text = onlyText(word) ?? word.prefix
    if (text === '--' && (tool.operands === 'command' || tool.afterDashes)) {
      if (waiting === undefined) started.push(...command(tool, words, words.slice(index + 1), true))
      return started
    }
    const option = text.split('=', 1)[0] ?? text
    if (text.startsWith('-')) {
      const attached = text.includes('=')
      const value = attached ? attachedValue(word) : words[index + 1]
      const isOne = (list: readonly string[] | undefined) => list?.includes(option) ?? false
      if (isOne(tool.scripts)) {
        const others = words.toSpliced(index, attached ? 1 : 2)
        started.push(...asScript(tool.operands === 'appended' ? [value, ...others] : [value]))
      }
      if (isOne(tool.environment) && isEnvironment(value)) {
        const objection = objectionToEnvironment(value)
        if (objection !== undefined) return objection
      }
      if (!attached && [tool.scripts, tool.valued, tool.environment].some(isOne)) {
        if (value?.splits) return severalWords(value)
        index++
      }
    } else if (waiting !== undefined) {
      if (text !== waiting) return started
      waiting = undefined
    } else if (tool.operands === 'scripts') started.push(...asScript([word]))
    else if (tool.operands === 'command' || tool.operands === 'shell') {
      if (isEnvironment(word)) {
        const objection = objectionToEnvironment(word)
        if (objection !== undefined) return objection
        continue
      }
      started.push(...command(tool, words, words.slice(index), true))
      // After an option that is not known, this may be its value.
      const before = words[index - 1]?.prefix ?? ''
      if (before.startsWith('-') && !before.includes('=')) {
        started.push(...command(tool, words, words.slice(index + 1), false))
      }
      return started
    }
  }
  return started
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

function attachedValue(word: Argument): Argument | undefined {
  const text = onlyText(word)
  if (text === undefined) return undefined
  const value = text.slice(text.indexOf('=') + 1)
  return { source: word.source, texts: [value], prefix: value, splits: false }
}

function onEvents(): readonly string[] {
  return ['Success', 'FirstSuccess', 'Failure', 'EmitSuccess', 'CompilationStarted'].flatMap(
    (event) => [`--on${event}`, `--on${event.replaceAll(/(?=[A-Z])/g, '-').toLowerCase()}`],
  )
}
