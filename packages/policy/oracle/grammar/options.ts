import { forbidden } from './forbidden.ts'
import type { Generator, Producer } from './generator.ts'

/**
 * An allowed command with options whose values, and whose place before or after `--`, decide what it
 * writes or starts.
 */
export function optioned(generator: Generator): string {
  const [command, ...others] = generator.pick(optionedCommands)(generator, 0).split(' ')
  const words = generator.chance(0.3) ? withDashes(others, generator) : others
  return [command, ...words].join(' ')
}

/** A word with several values in a place where one of them would matter. */
export const severalValued: readonly Producer[] = [
  (g) => `for o in ${g.pick(harmlessOptions)} ${harmfulWord(g)}; do ${feeding(g, '"$o"')}; done`,
  (g) => `for o in ${harmfulWord(g)} ${g.pick(harmlessOptions)}; do ${feeding(g, '$o')}; done`,
  (g) => `for o in {${g.pick(harmlessOptions)},${harmfulWord(g)}}; do ${feeding(g, '$o')}; done`,
  (g) => `for c in ls ${forbidden(g)}; do ${g.pick(['$c', '"$c"', 'command $c', 'l$c'])} x; done`,
  (g) => `o=${g.pick(harmlessOptions)}; ls nope || o=${harmfulWord(g)}; ${feeding(g, '"$o"')}`,
  (g) => `if ls nope; then o=-v; else o=${harmfulWord(g)}; fi; ${feeding(g, '$o')}`,
  (g) => `o=${harmfulWord(g)}; ls a && o=-v || o=-n; ${feeding(g, '"$o"')}`,
  (g) => `o="-v ${harmfulWord(g)}"; ${feeding(g, g.pick(['$o', '"$o"']))}`,
  (g) => `o="${harmfulWords(g)}"; ${feeding(g, g.pick(['$o', '"$o"']))}`,
  (g) => `o=$(echo ${harmfulWords(g)}); ${feeding(g, g.pick(['$o', '"$o"']))}`,
  (g) => `o=-; o+=${harmfulWord(g).slice(1)}; ${feeding(g, '$o')}`,
  (g) => `case $Z in x) o=a;; *) o=${harmfulWord(g)};; esac; ${feeding(g, '"$o"')}`,
  (g) => `a=(${g.pick(harmlessOptions)} ${harmfulWord(g)}); ${feeding(g, everyElement(g, 'a'))}`,
  (g) => `a=(${forbidden(g)} x); ${everyElement(g, 'a')}`,
  (g) => `a=(ls); a+=(${forbidden(g)}); for c in ${everyElement(g, 'a')}; do $c x; done`,
  (g) => `set -- ${g.pick(harmlessOptions)} ${harmfulWord(g)}; ${feeding(g, '"$@"')}`,
  (g) => `set -- ${harmfulWord(g)}; shift 0; ${feeding(g, g.pick(['$1', '"$1"', '$*']))}`,
  (g) => `for o; do ${feeding(g, '"$o"')}; done`,
  (g) => feeding(g, `{${g.pick(harmlessOptions)},${harmfulWord(g)}}`),
  (g) => `${g.pick(['{ls,', '{,'])}${forbidden(g)}} x`,
]

const optionedCommands: readonly Producer[] = [
  (g) => `cp -t ${place(g)} a`,
  (g) => `cp -S .b -t ${place(g)} a`,
  (g) => `cp -S -t a ${place(g)}`,
  (g) => `cp --suffix ${g.pick(['.b', '-t'])} -v a ${place(g)}`,
  (g) => `cp a -${g.pick(['t', 'vt', 'rt', 'St', 'tS'])} ${place(g)}`,
  (g) => `cp -${g.pick(['t', 'vt', 'Sx', 'St'])}${place(g)} a`,
  (g) => `cp --${g.pick(['target-directory', 'targ', 't'])}${g.pick(['=', ' '])}${place(g)} a`,
  (g) => `cp --parents ${place(g)} ${g.pick(['src', '.', 'evil'])}`,
  (g) => `mkdir ${g.pick(['-m 755', '-pm 755', '--mode 755', '--mode=755', '-m'])} ${place(g)}`,
  (g) => `mkdir -p ${dashed(g)} && cp * ${g.pick(['src', 'out'])}`,
  (g) => `mkdir -- ${dashed(g)}; ${g.pick(['git log *', 'cp -v * src', 'find *', 'chmod +x *'])}`,
  (g) => `chmod +x ${g.pick(['a', '-v', '--reference=a', '--reference a'])} ${place(g)}`,
  (g) => `find . -maxdepth 0 -newer a ${g.pick(['-fprint', '-fls', '-name'])} ${place(g)}`,
  (g) => `find ${g.pick(['-D exec', '-O3', '-H', '-D'])} . -maxdepth 0 -fprintf ${place(g)} x`,
  (g) => `find . -maxdepth 0 -name ${g.pick(['-exec', 'x'])} -exec ${forbidden(g)} x \\;`,
  (g) => `grep ${g.pick(['-e', '-f', '-m', '-A'])} ${g.pick(['x', '-e', '1'])} ${place(g)}`,
  (g) => `git ${g.pick(['log', 'show', 'diff', 'shortlog HEAD'])} ${gitOption(g)} ${output(g)}`,
  (g) => `git ${g.pick(['log', 'show', 'diff'])} ${output(g)} ${gitOption(g)}`,
  (g) => `git format-patch ${g.pick(['-1', '-s -1'])} ${output(g)}`,
  (g) => `git archive ${g.pick(['-v', '--format tar', '--prefix x/'])} ${output(g)} HEAD`,
  (g) => `git bundle create ${g.pick(['', '-q ', '--version 3 '])}${place(g)} HEAD`,
  (g) => `git grep ${g.pick(['-e x', '-n', '-e', '-f a'])} -O${forbidden(g)} hello`,
  (g) => `git ${g.pick(['fetch', 'ls-remote', 'pull'])} ${uploading(g)} .`,
  (g) => `git ${g.pick(['fetch --refmap', 'fetch -o', 'fetch --depth'])} 1 ${uploading(g)} .`,
  (g) => `git rebase ${g.pick(['--onto', '-s', '-X', '-m'])} ours -x ${forbidden(g)} HEAD`,
  (g) => `git -C ${g.pick(['src', '.autonoe', '.', 'link'])} ${writingGit(g)}`,
  (g) => `git ${g.pick(['-c user.name=x', '--no-pager', '-P'])} ${writingGit(g)}`,
  (g) => `git ${writingGit(g)}`,
]

function writingGit(generator: Generator): string {
  const to = place(generator)
  return generator.pick([
    `init ${to}`,
    `init -b main ${to}`,
    `clone . ${to}`,
    `clone -b main . ${to}`,
    `clone -o ${to} . x`,
    `worktree add -b n ${to}`,
    `mv a ${to}`,
    `rm -f ${to}`,
    `config -f ${to} user.name x`,
    `config --file=${to} user.name x`,
    `config ${generator.pick(['core.pager', 'alias.x'])} ${forbidden(generator)}`,
    `checkout-index --prefix=${to} a`,
    `stash push -u -m ${to}`,
    `symbolic-ref ${generator.pick(['-m x', '-q'])} config refs/heads/x`,
    `submodule add -b main . ${to}`,
    `notes add -m ${to}`,
    `tag -m x ${to}`,
  ])
}

function feeding(generator: Generator, word: string): string {
  return generator.pick([
    `cp ${word} a`,
    `cp a ${word}`,
    `cp ${word} a src`,
    `mkdir -p ${word}`,
    `chmod +x ${word} a`,
    `find . -maxdepth 0 ${word} n`,
    `git log ${word}`,
    `git log -1 ${word}`,
    `git log -n ${word}`,
    `git log --grep ${word}`,
    `cp -S ${word} a src`,
    `mkdir -m ${word} n`,
    `git diff -- ${word}`,
    `git mv a ${word}`,
    `git grep ${word} hello`,
    `git format-patch -1 ${word}`,
    `echo x > ${word}`,
    `echo ${word}`,
    `${word} x`,
    `cd ${word} && echo x > n`,
    `[ ${word} a ]`,
  ])
}

const harmlessOptions = ['-v', '-n', 'a', 'src', '-1', '--stat']

/** Something that turns a command into another one, or makes it write where it must not. */
function harmfulWord(generator: Generator): string {
  return generator.pick([
    '-t.autonoe',
    '-vt.autonoe',
    '--target=.autonoe',
    '--output=.autonoe/n',
    '-o.autonoe',
    '-fprint',
    '-delete',
    `-O${forbidden(generator)}`,
    '.autonoe/n',
    '.autonoe',
    'link/n',
    forbidden(generator),
    '-v',
  ])
}

/** A value that brings other words along. */
function harmfulWords(generator: Generator): string {
  return generator.pick([
    'b -t .autonoe',
    '7 .autonoe/n',
    '1 --output=.autonoe/n',
    'x -fls .mcp.json',
  ])
}

/** A name that a wildcard would hand on as an option. */
function dashed(generator: Generator): string {
  return generator.pick(['-- -t.autonoe', '-t.autonoe', './-t.autonoe', '-- -delete', '-- -fls'])
}

function everyElement(generator: Generator, name: string): string {
  return generator.pick([`"\${${name}[@]}"`, `\${${name}[@]}`, `\${${name}[*]}`, `\${${name}[1]}`])
}

function gitOption(generator: Generator): string {
  return generator.pick(
    '-n|-n 1|-S x|-L 1,1:a|--grep x|--format %H|--pretty|--author a|-1|--stat|--since 1'.split('|'),
  )
}

function output(generator: Generator): string {
  const option = generator.pick(['--output=', '--output ', '--outp=', '-o ', '-o', '-so', '-vo '])
  return `${option}${place(generator)}`
}

function uploading(generator: Generator): string {
  return `--${generator.pick(['upload-pack', 'upl', 'exec'])}${generator.pick(['=', ' '])}${forbidden(generator)}`
}

function place(generator: Generator): string {
  return generator.pick([
    ...['.autonoe', '.autonoe/n', '.claude', '.git/hooks', '.mcp.json', 'link', 'link/n', '../n'],
    ...['out', 'src', 'src/n', '/tmp/n', '"$v"', '"$o"', '-t', '-n'],
  ])
}

/** `--` somewhere, and sometimes twice: what follows is no option, unless `--` was a value itself. */
function withDashes(words: readonly string[], generator: Generator): string[] {
  const dashed = words.toSpliced(generator.below(words.length + 1), 0, '--')
  return generator.chance(0.2)
    ? dashed.toSpliced(generator.below(dashed.length + 1), 0, '--')
    : dashed
}
