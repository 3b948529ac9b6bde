import type { Generator } from './generator.ts'

export function assignment(generator: Generator): string {
  return generator.pick([
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

/** What a for loop runs over. */
export function values(generator: Generator): string {
  return generator.pick([
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
