import { forbidden } from './forbidden.ts'
import type { Generator } from './generator.ts'

/** One argument: plain, quoted, or with something inside that bash expands. */
export function word(generator: Generator, depth: number): string {
  if (generator.chance(0.35)) {
    return generator.pick([
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
  if (generator.chance(0.5)) {
    const inside = expansion(generator, depth)
    return generator.pick([inside, `"${inside}"`, `a${inside}b`, `"a ${inside}"`])
  }
  return substitution(generator, depth)
}

export function expansion(generator: Generator, depth: number): string {
  const inside = depth > 0 ? substitution(generator, depth - 1) : '$(rm x)'
  return generator.pick([
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
    `\${x:$((${arithmetic(generator, 0)}))}`,
    `$((${arithmetic(generator, depth)}))`,
    `$[${arithmetic(generator, 0)}]`,
    `\${x:0:2}`,
    `\${x: -1}`,
    `\${x:x}`,
  ])
}

export function arithmetic(generator: Generator, depth: number): string {
  const inside = depth > 0 ? substitution(generator, depth - 1) : '$(rm x)'
  return generator.pick([
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

export function substitution(generator: Generator, depth: number): string {
  const body = inner(generator, depth)
  return generator.pick([
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

/** The name that a forbidden command has inside a substitution. */
export function inner(generator: Generator, depth: number): string {
  return generator.chance(0.25)
    ? `${forbidden(generator)} x`
    : depth > 0
      ? generator.statement(depth - 1)
      : 'ls'
}
