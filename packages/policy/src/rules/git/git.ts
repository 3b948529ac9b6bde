import { type Argument, onlyText } from '../../bash/argument.ts'
import { absolutePath, isInside, physicalPath } from '../../paths/resolve-path.ts'
import type { Call, Rule } from '../rule.ts'
import { objectionToConfig } from './config.ts'
import { gitForms } from './forms.ts'
import { objectionToOperands } from './operands.ts'
import { readArguments } from './read-arguments.ts'

/**
 * git in the forms that neither start other programs nor write to protected paths. It can do both in
 * many ways: `-c alias.x=!sh`, `-c core.fsmonitor=…`, configuration of pagers, editors, filters and
 * hooks, --exec-path, another --git-dir with its own configuration, transports (`ext::sh -c …`),
 * --upload-pack and its abbreviations, merge strategies by name, `grep -O`, `rebase -x`. So global
 * options and subcommands are lists of what is allowed (forms.ts), never of what is not.
 */
export const git: Rule = {
  commands: ['git'],
  check(call) {
    const found = afterGlobalOptions(call)
    if (typeof found === 'string') return found
    const { words, state } = found
    const [first, ...rest] = words
    if (first === undefined) return undefined
    const name = onlyText(first)
    if (name === '--version') return undefined
    if (name === undefined)
      return `the subcommand \`${first.source}\` cannot be decided; write it out`
    const form = Object.hasOwn(gitForms, name) ? gitForms[name] : undefined
    if (form === undefined) return `"${name}" is not an allowed subcommand`
    const inner: Call = { ...call, name, arguments: rest, state }
    if (name === 'config') return objectionToConfig(inner)
    const read = readArguments(inner, form)
    return typeof read === 'string'
      ? `${name}: ${read}`
      : prefixed(name, objectionToOperands(inner, form, read))
  },
  match: [
    'git status',
    'git add -A',
    'git add *.ts',
    'git commit -m "a; rm -rf /"',
    'git commit -am "$MSG"',
    'git log --oneline -5',
    'git diff HEAD~1 -- src',
    'git checkout -b feature/x',
    'git stash && git pull --rebase && git stash pop',
    'git push -u origin main',
    'git -C src status',
    'git --no-pager log',
    'git -c user.name=x -c user.email=y commit -m z',
    'git config user.name "A B"',
    'git config --get core.hooksPath',
    'git clone https://example.com/a/b.git vendor/b',
    'git show HEAD:src/a.ts',
    'git log -- .autonoe',
    'git rm --cached a.txt',
    'git mv src/a src/b',
    'git clean -fd dist',
    'git clean -n',
    'git reset --hard HEAD~1',
    'git checkout .',
    'git branch -D old',
    'git merge -s ours x',
    'git remote add origin git@example.com:a/b.git',
    'git format-patch -1 -o patches',
    'git worktree add .worktrees/a -b a',
    'git apply --check fix.patch',
    'git shortlog -sn --all -- src',
    'git symbolic-ref --short HEAD',
    'git symbolic-ref HEAD refs/heads/main',
    'git archive --format zip -vo out.zip HEAD',
    'git show stash@{0}',
    'git diff --stat "origin/$B"',
    'git add -- "$F"',
    'git stash -- src',
    'git diff -- "$F"',
    'git checkout main -- src',
    'git push -u origin "$(git branch --show-current)"',
    'git diff $(git merge-base main HEAD)..HEAD --stat',
    'B=$(git rev-parse --abbrev-ref HEAD); git push origin "$B"',
  ],
  notMatch: [
    'git -c alias.x=!sh x',
    'git -c core.pager=./e log',
    'git --exec-path=. status',
    'git --git-dir=x status',
    'git -C .. status',
    'git -C /tmp/x log',
    'git config core.hooksPath x',
    'git config alias.x "!sh"',
    'git config --global user.name x',
    'git config -e',
    'git fetch --upload-pack=./e o',
    'git fetch --upl=./e o',
    'git clone ext::sh x',
    'git clone -c a=b x',
    'git clone x .autonoe',
    'git clone --template=t x',
    'git grep -Oless x',
    'git grep -nO./e x',
    'git rebase -x ./e main',
    'git rebase --ex ./e main',
    'git diff --output=x',
    'git log --ext-diff',
    'git mv .autonoe x',
    'git rm -r .',
    'git clean -fdx',
    'git clean -fd "*"',
    'git stash -u',
    'git stash push -- .autonoe',
    'git checkout HEAD -- .autonoe',
    'git restore ".auton*"',
    'git apply x.patch',
    'git am x',
    'git submodule foreach ls',
    'git bisect run ./e',
    'git merge -s evil x',
    'git help log',
    'git log --help',
    'git $X',
    'git fetch "$X"',
    'git x',
    'git format-patch -o .autonoe -1',
    'git archive -o .claude/x HEAD',
    'git bundle create .autonoe/x HEAD',
    'git worktree add ../x',
    'git rm "$F"',
    'git remote add x "ext::sh -c ls"',
    'cd .autonoe && git format-patch -1',
    'git init --template=x',
    'git update-index --cacheinfo 1,2,3',
    'git config --show-scope core.fsmonitor ./e',
    'git config edit',
    'git push origin "$(git log -1 --format=%s)"',
    'git fetch "$(git rev-parse --sq-quote -- --upload-pack=./e)" .',
    'git symbolic-ref config refs/heads/x',
    'git bundle create --version 3 .autonoe/x HEAD',
    'git format-patch -so.autonoe -1',
    'git archive -vo .autonoe/x HEAD',
    'git shortlog -n --output=.autonoe/x HEAD',
    'git log --pretty --output=.autonoe/x',
    'git rebase -m -x ./e main',
    'git stash show -m --output=x',
    'git rebase --onto -- --exec=./e main',
    'git fetch --refmap -- --upload-pack=./e . a',
    'git diff --no-index --src-prefix -- --output=x a b',
    'for o in a --output=x; do git log "$o"; done',
    'git init -- .git/hooks',
    'git pull -- --upl=./e .',
    'git worktree add -- .autonoe/x',
    'git worktree -- add .autonoe/x',
    'git bundle -- create .autonoe/x HEAD',
    'git bundle create . HEAD',
    'for v in a b; do v="$PWD"; git bundle create "$v" HEAD; done',
    'git clone -- evil::x y',
    'git fetch -- "$X"',
    'git remote add -- x evil::x',
    'git submodule -- foreach ls',
    'git bisect -- run ./e',
  ],
}

function prefixed(name: string, objection: string | undefined): string | undefined {
  return objection === undefined ? undefined : `${name}: ${objection}`
}

const harmlessGlobals = new Set([
  '--no-pager',
  '-P',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
  '--no-advice',
])

function afterGlobalOptions(
  call: Call,
): (Pick<Call, 'state'> & { words: readonly Argument[] }) | string {
  let { state } = call
  let words = call.arguments
  for (;;) {
    const [word, value] = words
    const text = onlyText(word)
    if (word === undefined) return { words, state }
    if (text === undefined)
      return `\`${word.source}\` cannot be decided; write the subcommand first`
    if (!text.startsWith('-') || text === '--version') return { words, state }
    if (harmlessGlobals.has(text)) words = words.slice(1)
    else if (text === '-c') {
      if (!/^user\.(name|email)=/i.test(value?.prefix ?? '')) {
        return '-c may only set user.name or user.email'
      }
      words = words.slice(2)
    } else if (text === '-C') {
      const directories = directoriesBelow(call, onlyText(value), state.directories)
      if (directories === undefined) return '-C may only name a directory inside the project'
      state = { ...state, directories }
      words = words.slice(2)
    } else return `the option ${text} is not allowed`
  }
}

function directoriesBelow(
  { policy }: Call,
  text: string | undefined,
  directories: readonly string[],
): readonly string[] | undefined {
  if (text === undefined || directories.length === 0) return undefined
  const project =
    physicalPath('/', policy.projectDirectory, policy.files) ?? policy.projectDirectory
  const reached = directories.map((directory) => absolutePath(directory, text))
  const inside = reached.every((directory) => {
    const physical = physicalPath('/', directory, policy.files)
    return physical !== undefined && isInside(project, physical)
  })
  return inside ? reached : undefined
}
