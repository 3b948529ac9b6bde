/** How a tool is told what to start. */
export interface StartingTool {
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
  /** Options whose value is text for a shell: their plain names, since each tool has its own spelling. */
  readonly scripts?: readonly string[]
  /** Options whose value sets a variable: their plain names. */
  readonly environment?: readonly string[]
  /** Options with one value that is something else, as they are written. */
  readonly valued?: readonly string[]
  /** Options with one value or several. */
  readonly lists?: readonly string[]
  /** Options without a value, as they are written. After any other option the next word may be its value. */
  readonly flags?: readonly string[]
  /** It takes NAME=value anywhere in a word for an assignment. */
  readonly assignsWithin?: true
  /** Its first operand may be a file, which stands before the command. */
  readonly fileFirst?: true
  /** An option with which the command is handed to a shell. */
  readonly shellOption?: string
}

const dotenv: StartingTool = {
  operands: 'command',
  valued: ['-e', '-c', '-p'],
  environment: ['v'],
}
const concurrently: StartingTool = {
  operands: 'scripts',
  scripts: ['teardown'],
  valued: [
    ...'-n --names --name-separator -c --prefix-colors -p --prefix -l --prefix-length'.split(' '),
    ...'-t --timestamp-format -m --max-processes -s --success --hide'.split(' '),
    ...'--kill-signal --ks --restart-tries --restart-after --default-input-target'.split(' '),
  ],
}
const serverTest: StartingTool = { operands: 'scripts', valued: ['--expect'] }
const chokidar: StartingTool = { operands: 'own', scripts: ['c', 'command'] }

export const startingTools: ReadonlyMap<string, StartingTool> = new Map<string, StartingTool>([
  ['cross-env', { operands: 'command', assignsWithin: true }],
  ['cross-env-shell', { operands: 'shell', assignsWithin: true }],
  [
    'env-cmd',
    {
      operands: 'command',
      fileFirst: true,
      valued: ['-f', '--file', '-e', '--environments', '-r', '--rc-file'],
      flags: '--fallback --no-override --silent --verbose -x --expand-envs --use-shell'.split(' '),
      shellOption: '--use-shell',
    },
  ],
  ['dotenv', dotenv],
  ['dotenv-cli', dotenv],
  [
    'dotenvx',
    {
      operands: 'command',
      verb: 'run',
      environment: ['e', 'env'],
      valued: ['-fk', '--env-keys-file'],
      lists: ['-f', '--env-file'],
      flags: ['-o', '--overload', '--override', '-q', '--quiet', '--strict', '--verbose'],
    },
  ],
  ['concurrently', concurrently],
  ['conc', concurrently],
  ['nodemon', { operands: 'appended', scripts: ['x', 'exec'] }],
  ['onchange', { operands: 'own', afterDashes: true }],
  ['chokidar', chokidar],
  ['chokidar-cli', chokidar],
  ['start-server-and-test', serverTest],
  ['start-test', serverTest],
  ['server-test', serverTest],
  ['shx', { operands: 'command' }],
  [
    'lerna',
    {
      operands: 'command',
      verb: 'exec',
      valued: ['--scope', '--ignore', '--since', '--concurrency'],
      flags: ['--stream', '--parallel', '--no-bail', '--no-prefix', '--no-sort', '--no-private'],
    },
  ],
  ['nx', { operands: 'command', verb: 'exec', lists: ['-p', '--projects', '--exclude'] }],
  [
    'tsc-watch',
    {
      operands: 'own',
      scripts: [
        ...'onsuccess onfirstsuccess onfailure onemit'.split(' '),
        ...'oncompilationstarted oncompilationcomplete compilecommand'.split(' '),
      ],
    },
  ],
  ['tsup', { operands: 'own', scripts: ['onsuccess'] }],
])
