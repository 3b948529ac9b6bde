import { command } from './commands.ts'
import type { Generator, Producer } from './generator.ts'
import { severalValued } from './options.ts'
import { directory, target } from './places.ts'
import { assignment, values } from './variables.ts'
import { arithmetic, substitution, word } from './words.ts'

export function sequence(generator: Generator, depth: number): string {
  const parts = Array.from({ length: 1 + generator.below(3) }, () => statement(generator, depth))
  return parts.reduce(
    (line, part) =>
      line +
      generator.pick(['; ', ' && ', ' || ', '\n', ' | ', ' & ', ';', '&&', '\n\n', ' |& ']) +
      part,
  )
}

export function statement(generator: Generator, depth: number): string {
  if (depth <= 0 || generator.chance(0.45)) return command(generator, depth)
  return generator.pick(generator.chance(0.25) ? severalValued : compounds)(generator, depth - 1)
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
function entering(generator: Generator): string {
  const place = generator.pick([
    '.autonoe',
    'src',
    'link',
    '.claude',
    '.git/hooks',
    'evil',
    'src/../.autonoe',
  ])
  const joint = generator.pick([' && ', '; ', '\n', ' || ', ' && ls && '])
  return `cd ${place}${joint}${generator.pick(['echo x > n', 'cp ../a n', '> n', 'mkdir d', 'cp ../src/one.ts .', 'echo x >> ../n'])}`
}

function testing(generator: Generator, depth: number): string {
  const one = word(generator, depth)
  return generator.pick([
    `-n ${one}`,
    `-f a`,
    `-v x`,
    `-v 'a[$(rm x)]'`,
    `${one} == ${word(generator, depth)}`,
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
