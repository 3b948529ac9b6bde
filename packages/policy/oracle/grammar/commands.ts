import { forbidden, forbiddenName } from './forbidden.ts'
import type { Generator, Producer } from './generator.ts'
import { optioned } from './options.ts'
import { redirection, target } from './places.ts'
import { assignment } from './variables.ts'
import { expansion, word } from './words.ts'

export function command(generator: Generator, depth: number): string {
  const redirect = generator.chance(0.2) ? ` ${redirection(generator, depth)}` : ''
  const before = generator.chance(0.1) ? `${assignment(generator)} ` : ''
  return before + simple(generator, depth) + redirect
}

function simple(generator: Generator, depth: number): string {
  if (generator.chance(0.15)) return optioned(generator)
  return generator.pick(generator.chance(0.9) ? harmless : harmful)(generator, depth)
}

const harmless: readonly Producer[] = [
  (c, d) => `echo ${word(c, d)}`,
  (c, d) => `echo ${word(c, d)} ${word(c, d)}`,
  (c, d) => `ls ${word(c, d)}`,
  (c) => `cat ${c.pick(['a', '"b c"', '.autonoe/status.json', 'src/*'])}`,
  () => 'npm test',
  () => 'true',
  () => ':',
  () => 'pwd',
  (c, d) => `: ${word(c, d)}`,
  (c, d) => `node -e ${word(c, d)}`,
  (c, d) =>
    `find . -maxdepth 1 ${c.pick(['-name x', '-print', `-name ${word(c, d)}`, '-newer a'])}`,
  (c, d) => `[ ${c.pick(['-n', '-z', '-f'])} "${expansion(c, d)}" ]`,
  (c, d) => `[ ${word(c, d)} ]`,
  (c, d) => `test ${word(c, d)} = ${word(c, d)}`,
  (c) => `cp a ${target(c)}`,
  (c) => `cp ${c.pick(['-t', '--target-directory=', '--target-directory ', '-t '])}${target(c)} a`,
  (c) =>
    `cp -r ${c.pick(['evil/.', 'evil/.autonoe', 'evil', 'evil/*', 'evil/.*', 'evil/'])} ${c.pick(['.', 'src', target(c), './'])}`,
  (c) =>
    `cp -s "$PWD/${c.pick(['a', '.autonoe', '.autonoe/status.json'])}" made && echo x > made${c.pick(['', '/n'])}`,
  (c) => `mkdir -p ${target(c)}`,
  (c) => `chmod +x ${c.pick(['a', '$x', '*', target(c)])}`,
  (c) => `grep x ${c.pick(['a', '$x', '"$x"'])}`,
  (c) => `wc < ${c.pick(['a', '$x', '"$v"', '<(ls)'])}`,
]

const harmful: readonly Producer[] = [
  (c) => `${forbiddenName(c)} ${c.pick(['x', '-rf .', '"$x"', ''])}`,
  (c) => `${forbiddenName(c)}`,
  (c) =>
    `${c.pick(['eval', 'command', 'builtin', 'exec', 'env', 'nohup', 'nice', 'timeout 1', 'xargs', '. ', 'source', 'setsid', 'time -p', 'command -p', 'env -S', 'builtin command', 'exec -a x'])} ${forbiddenName(c)} x`,
  (c) => `eval "${forbidden(c)} x"`,
  (c) => `trap "${forbidden(c)} x" ${c.pick(['EXIT', 'DEBUG', 'ERR'])}; ls`,
  (c) =>
    `find . -maxdepth 0 ${c.pick(['-exec', '-execdir', '-ok', "-'exec'", '-ex\\ec', '-ex""ec'])} ${forbidden(c)} x \\;`,
  (c) => `find . -maxdepth 0 ${c.pick(['-fprint', '-fls', '-fprint0'])} ${target(c)}`,
  (c) => `git -c alias.z='!${forbidden(c)} x' z`,
  (c) => `git -c core.pager='${forbidden(c)}' -p log`,
  (c) => `git grep -O${forbidden(c)} hello`,
  (c) =>
    `git ${c.pick(['log', 'diff', 'show'])} --${c.pick(['output', 'outp', 'ou'])}=${target(c)}`,
  (c) => `git mv a ${target(c)}`,
  (c) =>
    `git ${c.pick(['clean -fdx', 'clean -fd .', 'rm -rf --cached .', 'rm -rf .', 'stash -u', 'checkout -- .', 'stash -a'])}`,
  (c) => `alias ls='${forbidden(c)} x'; ls`,
  (c) => `shopt -s expand_aliases; alias ls='${forbidden(c)} x'\nls`,
  (c) => `hash -p /usr/bin/${forbidden(c)} npm; npm`,
  (c) => `${c.pick(['PATH=/w/p/evilbin', 'BASH_ENV=e.sh', 'PATH=$PWD/evilbin:$PATH'])} npm x`,
  () => 'PATH=/w/p/evilbin; npm x',
  () => 'for PATH in /w/p/evilbin; do npm x; done',
  (c) => `x=${forbidden(c)}; $x y`,
  (c) => `x=${forbidden(c)}; "$x" y`,
  (c) => `x="${forbidden(c)} y"; $x`,
  (c) => `set -- ${forbidden(c)} x; "$@"`,
  (c) => `read x <<< ${forbidden(c)}; $x`,
  () => `printf -v v %s .autonoe; echo x > $v/n`,
  (c) => `command_not_found_handle() { ${forbidden(c)} x; }; nope`,
  (c) => `enable -n echo; echo ${word(c, 0)}`,
  (c) => `bash -c '${forbidden(c)} x'`,
  (c) => `echo '${forbidden(c)} x' | bash`,
  (c) => `npm x <(${forbidden(c)} x)`,
  (c) => `exec 3> ${target(c)}`,
  (c) => `mapfile -C '${forbidden(c)} x' -c 1 v < a`,
  () => `declare -n r=v; r=.autonoe; echo x > $v/n`,
  (c) => `declare -i n='a[$(${forbidden(c)})]'`,
  (c) => `let 'a[$(${forbidden(c)} x)]=1'`,
  (c) => `unset 'a[$(${forbidden(c)} x)]'`,
  (c) => `test -v 'a[$(${forbidden(c)} x)]'`,
  (c) => `[ -v 'a[$(${forbidden(c)} x)]' ]`,
]
