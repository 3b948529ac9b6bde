import type { Generator } from './generator.ts'
import { inner, word } from './words.ts'

/** A path to write to, protected in some spelling or not. */
export function target(generator: Generator): string {
  return generator.pick([
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

export function directory(generator: Generator): string {
  return generator.pick([
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

export function redirection(generator: Generator, depth: number): string {
  const operator = generator.pick([
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
  if (generator.chance(0.7)) return `${operator}${target(generator)}`
  return generator.pick([
    '2>&1',
    '>&2',
    '< a',
    `<<< ${word(generator, depth)}`,
    `> >(${inner(generator, depth)})`,
    `< <(${inner(generator, depth)})`,
    '{fd}> .autonoe/n',
    '2>&-',
    '<&0',
    '<\\\n(rm x)',
  ])
}
