import { mutate } from './mutate.ts'
import { type Choices, createChoices } from './random.ts'

/**
 * A bash script that mixes allowed and forbidden commands in every wrapping that we could think of.
 * The same seed gives the same script.
 */
export function generateScript(seed: number): string {
  const choices = createChoices(seed)
  const script = sequence(choices, 3)
  return choices.chance(0.3) ? mutate(script, choices) : script
}

type Producer = (choices: Choices, depth: number) => string

function sequence(choices: Choices, depth: number): string {
  const parts = Array.from({ length: 1 + choices.below(3) }, () => statement(choices, depth))
  return parts.reduce(
    (line, part) =>
      line +
      choices.pick(['; ', ' && ', ' || ', '\n', ' | ', ' & ', ';', '&&', '\n\n', ' |& ']) +
      part,
  )
}

function statement(choices: Choices, depth: number): string {
  if (depth <= 0 || choices.chance(0.45)) return command(choices, depth)
  return choices.pick(compounds)(choices, depth - 1)
}

const compounds: readonly Producer[] = [
  (c, d) => `(${sequence(c, d)})`,
  (c, d) => `( ${sequence(c, d)} ) > ${target(c)}`,
  (c, d) => `{ ${sequence(c, d)}; }`,
  (c, d) => `{ ${sequence(c, d)}\n} 2> ${target(c)}`,
  (c, d) => `if ${statement(c, d)}; then ${sequence(c, d)}; fi`,
  (c, d) =>
    `if ${statement(c, d)}; then ${statement(c, d)}; elif ${statement(c, d)}; then ${statement(c, d)}; else ${statement(c, d)}; fi`,
  (c, d) => `for v in ${values(c)}; do ${sequence(c, d)}; done`,
  (c, d) => `for v in ${values(c)}; do ${sequence(c, d)}; ${assignment(c)}; done`,
  (c, d) => `for ((i=0; i<2; i++)); do ${sequence(c, d)}; done`,
  (c, d) => `until true; do ${statement(c, d)}; done`,
  (c, d) => `while ${statement(c, d)}; do ${statement(c, d)}; break; done`,
  (c, d) => `for i in 1 2; do ${statement(c, d)}; ${assignment(c)}; done`,
  (c, d) =>
    `case ${word(c, d)} in ${c.pick(['a', '*', '"a"|b', '(a'])}) ${sequence(c, d)};; *) ${statement(c, d)};${c.pick([';', '&', ';&'])} esac`,
  (c, d) => `! ${statement(c, d)}`,
  (c, d) => `time ${command(c, d)}`,
  (c, d) => `${c.pick(['f', 'head'])}() { ${sequence(c, d)}; }; ${c.pick(['f', 'head'])}`,
  (c, d) => `function f { ${sequence(c, d)}; }; f`,
  (c, d) => `coproc ${command(c, d)}`,
  (c, d) => `select v in a; do ${sequence(c, d)}; break; done <<< 1`,
  (c, d) => `[[ ${testing(c, d)} ]]`,
  (c, d) => `(( ${arithmetic(c, d)} ))`,
  (c, d) =>
    `cat ${c.pick(['<<EOF', "<<'EOF'", '<<"EOF"', "<<E'O'F", '<<\\EOF', '<<-EOF'])}${c.pick(['', ' | cat', `; ${command(c, 0)}`])}\n${c.pick(['', '\t', "'", '"', '# '])}${word(c, d)} ${substitution(c, d)}\nEOF\n`,
  (c, d) => `cat <<A <<B\n${word(c, d)}\nA\n${substitution(c, d)}\nB\n`,
  (c, d) => `${assignment(c)}; ${statement(c, d)}`,
  (c, d) => `${assignment(c)} && ${statement(c, d)}`,
  (c, d) => `cd ${directory(c)} ${c.pick(['&&', ';', '||'])} ${statement(c, d)}`,
  (c) =>
    `cd ${directory(c)} ${c.pick(['&&', ';', '||'])} echo x > ${c.pick(['n', 'status.json', '../n', '.mcp.json'])}`,
  (c) => `v=.autonoe/n; { v=out; } > ${target(c)}; echo x > $v`,
  (c) => `v=.autonoe/n; : $((${arithmetic(c, 0)})); v=out\necho x > $v`,
  (c, d) => `v=.autonoe/n; ${statement(c, d)}; v=out\necho x > $v`,
  (c) => entering(c),
  (c) => `(${entering(c)})`,
  (c, d) => `if ${statement(c, d)}; then cd ${directory(c)}; fi; echo x > n`,
  (c, d) => `${statement(c, d)} && ${entering(c)}`,
  (c) => `for v in ${values(c)}; do echo x > "$v"; done`,
  (c) => `${assignment(c)}; ${assignment(c)}; echo x > ${target(c)}`,
  (c) => `${assignment(c)}; for i in 1 2; do echo x > $v; ${assignment(c)}; done`,
  (c, d) => `# ${word(c, d)}\n${statement(c, d)}`,
  (c, d) => `echo ${word(c, d)} # ${substitution(c, d)}`,
]

/** A directory entered by name and a write in it. */
function entering(choices: Choices): string {
  const place = choices.pick([
    '.autonoe',
    'src',
    'link',
    '.claude',
    '.git/hooks',
    'evil',
    'src/../.autonoe',
  ])
  const joint = choices.pick([' && ', '; ', '\n', ' || ', ' && ls && '])
  return `cd ${place}${joint}${choices.pick(['echo x > n', 'cp ../a n', '> n', 'mkdir d', 'cp ../src/one.ts .', 'echo x >> ../n'])}`
}

function command(choices: Choices, depth: number): string {
  const redirect = choices.chance(0.2) ? ` ${redirection(choices, depth)}` : ''
  const before = choices.chance(0.1) ? `${assignment(choices)} ` : ''
  return before + choices.pick(choices.chance(0.9) ? harmless : harmful)(choices, depth) + redirect
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

function forbidden(choices: Choices): string {
  return choices.pick(['rm', 'mv', 'curl', 'touch', 'evil'])
}

function forbiddenName(choices: Choices): string {
  const name = forbidden(choices)
  const first = name.charAt(0)
  const rest = name.slice(1)
  return choices.pick([
    name,
    name,
    `\\${name}`,
    `'${first}'${rest}`,
    `"${name}"`,
    `${first}""${rest}`,
    `$'${name}'`,
    `$'\\x${first.charCodeAt(0).toString(16)}${rest}'`,
    `{${name},x}`,
    `\${Z}${name}`,
    `${first}\${Z}${rest}`,
    `/usr/bin/${name}`,
    `/usr/bin/../bin/${name}`,
    `$(echo ${name})`,
    `\`echo ${name}\``,
    `${first}\\\n${rest}`,
    `$"${name}"`,
    `\${Z:-${name}}`,
    `${first}\${Z:+x}${rest}`,
    `/usr/bin/${first}?${rest.slice(1)}`,
    `"$(echo ${name})"`,
    `${name}\${IFS}x`,
    `../../usr/bin/${name}`,
  ])
}

/** The name that a forbidden command has inside a substitution. */
function inner(choices: Choices, depth: number): string {
  return choices.chance(0.25)
    ? `${forbidden(choices)} x`
    : depth > 0
      ? statement(choices, depth - 1)
      : 'ls'
}

function substitution(choices: Choices, depth: number): string {
  const body = inner(choices, depth)
  return choices.pick([
    `$(${body})`,
    `"$(${body})"`,
    `\`${body.replaceAll(/[\\`]/g, '\\$&')}\``,
    `<(${body})`,
    `$( (${body}) )`,
    `$((${body}) )`,
    `$( # )\n${body}\n)`,
    `$(case a in a) ${body};; esac)`,
    `'$(${body})'`,
    `\\$(${body})`,
    `"\\$(${body})"`,
    `$'$(${body})'`,
    `$"$(${body})"`,
    `"'$(${body})'"`,
    `\\\\$(${body})`,
    `"\`${body.replaceAll(/[\\`]/g, '\\$&').replaceAll('"', '\\"')}\`"`,
    `$(${body}\n)`,
    `$(ls;${body})`,
    `\${ ${body}; }`,
    `$(echo ')'; ${body})`,
    `$(cat <<E\n$(${body})\nE\n)`,
    `$(cat <<'E'\n$(${body})\nE\n)`,
  ])
}

function expansion(choices: Choices, depth: number): string {
  const inside = depth > 0 ? substitution(choices, depth - 1) : '$(rm x)'
  return choices.pick([
    '$x',
    `\${x}`,
    '$v',
    `\${v}`,
    '$?',
    '$#',
    '$$',
    '$1',
    '$PWD',
    `\${#x}`,
    `\${x%.ts}`,
    `\${x^^}`,
    '$Z',
    `\${x:-${inside}}`,
    `\${x-${inside}}`,
    `\${x:=${inside}}`,
    `\${x:+${inside}}`,
    `\${x/${inside}/y}`,
    `\${x//a/${inside}}`,
    `\${x:${inside}}`,
    `\${x#${inside}}`,
    `\${x:-'${inside}'}`,
    `\${x:-"${inside}"}`,
    `\${!x}`,
    `\${x@P}`,
    `\${x@E}`,
    `\${a[${inside}]}`,
    `\${a[x]}`,
    `\${a[@]}`,
    `\${!x*}`,
    `\${x:$((${arithmetic(choices, 0)}))}`,
    `$((${arithmetic(choices, depth)}))`,
    `$[${arithmetic(choices, 0)}]`,
    `\${x:0:2}`,
    `\${x: -1}`,
    `\${x:x}`,
  ])
}

function arithmetic(choices: Choices, depth: number): string {
  const inside = depth > 0 ? substitution(choices, depth - 1) : '$(rm x)'
  return choices.pick([
    '1+2',
    '1 + 2',
    'x',
    'x+1',
    'i',
    'i++',
    'v',
    '$x',
    '$i',
    inside,
    `'${inside}'`,
    `"${inside}"`,
    `a[${inside}]`,
    'x=1',
    'PATH=1',
    '1?2:3',
    '(1)*2',
    'x["$(rm x)"]',
    '1,2',
    `x=${inside}`,
    '16#ff',
    '1/0',
    '1/-0',
    '08',
    '1%i',
    '4/2',
    '1+',
    '2**-1',
    'i<3',
  ])
}

function testing(choices: Choices, depth: number): string {
  const one = word(choices, depth)
  return choices.pick([
    `-n ${one}`,
    `-f a`,
    `-v x`,
    `-v 'a[$(rm x)]'`,
    `${one} == ${word(choices, depth)}`,
    `${one} -eq 1`,
    `x -eq 1`,
    `'a[$(rm x)]' -lt 2`,
    `$x -gt 0`,
    `1 -eq 1 && ${one} =~ a`,
    `! -z ${one}`,
    `( -n ${one} || -e a )`,
    `a < b`,
    `-R x`,
    `$i -lt 3`,
  ])
}

function word(choices: Choices, depth: number): string {
  if (choices.chance(0.35)) {
    return choices.pick([
      'x',
      'a',
      '"a b"',
      "'a;b'",
      'a\\ b',
      '*',
      '*.ts',
      '{a,b}',
      '~',
      'a#b',
      '"rm x"',
      "'`rm x`'",
      '"\\`rm x\\`"',
      '"a\\"b"',
      "'it'\\''s'",
      '-n',
      '"$"',
      '$',
      '!',
      '"a\nb"',
      '[ab]',
      'x=1',
      '\\',
      '""',
      '{1..3}',
      "$'a\\'b'",
      '@(a|b)',
      '=x',
    ])
  }
  if (choices.chance(0.5)) {
    const inside = expansion(choices, depth)
    return choices.pick([inside, `"${inside}"`, `a${inside}b`, `"a ${inside}"`])
  }
  return substitution(choices, depth)
}

function values(choices: Choices): string {
  return choices.pick([
    'a b',
    'src .autonoe',
    '.autonoe',
    '1 2',
    '*',
    '$x',
    '"$x"',
    "'a[$(rm x)]'",
    '{a,.autonoe/n}',
    'src/*',
    '.*',
    '"a b" c',
    'rm',
    "'$(rm x)'",
  ])
}

function assignment(choices: Choices): string {
  return choices.pick([
    'x=1',
    'x=a',
    'v=.autonoe',
    'v=src',
    "x='a[$(rm x)]'",
    "x='$(rm x)'",
    'i=0',
    'i=$((i+1))',
    'x=$v',
    'v=$x',
    'v+=noe',
    'v=.auto',
    'x=',
    'x=$(echo .autonoe)',
    'x=.autonoe/n',
    'v=src v=.autonoe',
    'NODE_ENV=test',
    'a=(1 2)',
    'a[0]=1',
    "a['$(rm x)']=1",
    'x="$(rm x)"',
    'x=`rm x`',
    'x=rm',
    'v=~+/.autonoe',
    'i=x',
    'x=i',
    'x=..',
    'v="$PWD"',
  ])
}

function directory(choices: Choices): string {
  return choices.pick([
    'src',
    '.autonoe',
    '..',
    '.',
    'src/..',
    '$v',
    '"$v"',
    'link',
    '-',
    '',
    '.auton*',
    '"$PWD"',
    'src/../.autonoe',
    './src',
    '/w/p/.autonoe',
    '~+/src',
    'nope',
    '-P link/..',
    '{src,}',
  ])
}

function target(choices: Choices): string {
  return choices.pick([
    'out',
    'src/out',
    '"o p"',
    '/dev/null',
    '/tmp/out',
    '/tmp/none/q',
    '.autonoe/n',
    './.autonoe/n',
    'src/../.autonoe/n',
    '".auto"noe/n',
    '.auton*/n',
    '.auton?e/status.json',
    '.{autonoe,x}/n',
    '$v/n',
    `\${v}noe/n`,
    '"$v/n"',
    '$v',
    '"$x"',
    'link/n',
    '$PWD/.autonoe/n',
    '$(pwd)/.autonoe/n',
    '~+/.autonoe/n',
    '.mcp.json',
    '.claude/n',
    '.git/config',
    '.git/hooks/n',
    '../outside',
    '~/n',
    '/w/n',
    '/w/p/.claude/n',
    '.a\\utonoe/n',
    "$'.autonoe/n'",
    '$(echo .autonoe)/n',
    '.autonoe/../.autonoe/n',
    '.autonoe',
    '.[a-b]utonoe/n',
    'src/./../.mcp.json',
    `\${v:-.autonoe}/n`,
    'link/../n',
    '`echo .autonoe/n`',
    '$i',
  ])
}

function redirection(choices: Choices, depth: number): string {
  const operator = choices.pick([
    '>',
    '>>',
    '2>',
    '&>',
    '&>>',
    '>|',
    '<>',
    '>&',
    '1>',
    '3>',
    '> ',
    '>\\\n',
  ])
  if (choices.chance(0.7)) return `${operator}${target(choices)}`
  return choices.pick([
    '2>&1',
    '>&2',
    '< a',
    `<<< ${word(choices, depth)}`,
    `> >(${inner(choices, depth)})`,
    `< <(${inner(choices, depth)})`,
    '{fd}> .autonoe/n',
    '2>&-',
    '<&0',
    '<\\\n(rm x)',
  ])
}
