import { mkdir, writeFile } from 'node:fs/promises'
import { isolatedEnvironment, runToEnd, temporaryDirectory, verifies } from '@agency/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../commands.ts'
import { recordingContext } from '../frame/recording-context.ts'
import { bashCompletion } from './bash.ts'
import { createGrammar } from './grammar.ts'
import { run } from './run.ts'

/** What each shell must offer for the words typed so far, the last one unfinished. */
const offers: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [[''], [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]],
  [['rehear'], ['rehearsal']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['ask', '--permission-mode', 'ac'], ['acceptEdits']],
  [['ask', '--perm'], ['--permission-mode']],
  [
    ['doctor', '--'],
    ['--json', '--help', '--version'],
  ],
  [['ask', '--model', ''], []],
  [['ask', '--cwd', 'of'], ['of directories/']],
  [
    ['rehearsal', 'serve', 'of'],
    ['of directories/', 'of files.yaml'],
  ],
]

const scripts = { bash: '', zsh: '', fish: '' }

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const recording = recordingContext()
    await run({ operands: [shell], options: {}, rest: [] }, recording.context)
    scripts[shell] = recording.out()
  }
})

async function inShell(shell: string, lines: readonly string[]): Promise<string[]> {
  await using directory = await temporaryDirectory()
  await mkdir(directory.join('here', 'of directories'), { recursive: true })
  await writeFile(directory.join('here', 'of files.yaml'), '')
  const flags = shell === 'fish' ? ['--no-config'] : shell === 'zsh' ? ['-f'] : ['--norc']
  const { stdout, stderr } = await runToEnd([shell, ...flags, '-c', lines.join('\n')], {
    cwd: directory.join('here'),
    env: isolatedEnvironment(directory.path, 'http://127.0.0.1:1'),
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ')
const plain = (words: readonly string[]) => words.map((word) => word.replace(/\/$/, '')).sort()

describe('bash', () => {
  const complete = (script: string, name: string, words: readonly string[]) =>
    inShell('bash', [
      script,
      `COMP_WORDS=(${quoted([name, ...words])}) COMP_CWORD=${words.length}`,
      `_${name.replace('-', '_')}`,
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ])

  verifies('CLI-006', 'bash completes commands, options, choices and files', async () => {
    for (const [words, offered] of offers) {
      const replies = await complete(scripts.bash, 'agency', words)
      expect(plain(replies), words.join(' ')).toEqual(plain(offered))
    }
  })

  test('an option and its value may be joined by an equals sign, which bash splits', async () => {
    const split = ['ask', '--permission-mode', '=', 'pl']
    expect(await complete(scripts.bash, 'agency', split)).toEqual(['plan'])
    expect(await complete(scripts.bash, 'agency', split.slice(0, 3))).toContain('bypassPermissions')
  })

  test('after -- there are only files', async () => {
    expect(await complete(scripts.bash, 'agency', ['ask', '--', 'of f'])).toEqual(['of files.yaml'])
  })

  test('a program that is one command completes its options at once', async () => {
    const [doctor] = commands.filter(({ name }) => name === 'doctor')
    if (doctor === undefined) throw new Error('there is no doctor')
    const script = bashCompletion(createGrammar('ag-doctor', [{ ...doctor, name: '' }]))
    expect(await complete(script, 'ag-doctor', ['--j'])).toEqual(['--json'])
  })
})

describe.skipIf(Bun.which('zsh') === null)('zsh', () => {
  /** The completion system is played by functions that print what they are given. */
  const complete = (words: readonly string[]) =>
    inShell('zsh', [
      'compdef() { if [[ $2 == agency ]]; then function=$1; fi }',
      `_describe() { local entries=\${@[-1]}; print -rl -- \${\${(P)entries}%%:*} }`,
      'compadd() { shift; print -rl -- $@ }',
      `_files() { if [[ $1 == -/ ]]; then print -rl -- *(N/); else print -rl -- *(N); fi }`,
      `compset() { [[ $PREFIX == --*=* ]] || return 1; IPREFIX=\${PREFIX%%=*}= PREFIX=\${PREFIX#*=} }`,
      scripts.zsh,
      `words=(${quoted(['agency', ...words])}) CURRENT=${words.length + 1}`,
      'PREFIX=$words[CURRENT]',
      '$function',
    ])

  verifies('CLI-006', 'zsh completes commands, options, choices and files', async () => {
    for (const [words, offered] of offers) {
      // The prefix is the completion system's to match, so it is matched here.
      const replies = await complete(words)
      const matching = replies.filter((reply) => reply.startsWith(words.at(-1) ?? ''))
      expect(plain(matching), words.join(' ')).toEqual(plain(offered))
    }
    expect(await complete(['ask', '--permission-mode=pl'])).toContain('plan')
  })
})

describe.skipIf(Bun.which('fish') === null)('fish', () => {
  const complete = async (words: readonly string[]) => {
    const lines = await inShell('fish', [scripts.fish, `complete -C 'agency ${words.join(' ')}'`])
    return lines.map((line) => line.split('\t')[0] ?? '')
  }

  verifies('CLI-006', 'fish completes commands, options, choices and files', async () => {
    for (const [words, offered] of offers) {
      expect(plain(await complete(words)), words.join(' ')).toEqual(plain(offered))
    }
    expect(await complete(['ask', '--permission-mode=pl'])).toEqual(['--permission-mode=plan'])
  })
})
