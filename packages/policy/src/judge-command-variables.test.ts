import { verifies } from '@agency/testing'
import { describe, test } from 'vitest'
import { expectAllowed, expectDenied } from '../testing/judging.ts'

describe('variables', () => {
  verifies(['AUT-128', 'AUT-196'], 'assignments hide nothing and redirect no program', () => {
    expectDenied(['A=1 rm x'])
    expectAllowed(['NODE_ENV=test npm test', 'A=1 B=2 npm test', 'A=1'])
    const names =
      'PATH LD_PRELOAD DYLD_INSERT_LIBRARIES BASH_ENV ENV IFS PS4 PROMPT_COMMAND SHELLOPTS EDITOR VISUAL PAGER GIT_SSH GIT_EXTERNAL_DIFF GIT_DIR PYTHONSTARTUP HOME'
    for (const name of names.split(' '))
      expectDenied([`${name}=x npm test`, `${name}=x`, `${name}=x; npm test`])
    expectDenied([
      'NODE_OPTIONS="--require ./x.js" node a',
      'NODE_OPTIONS=-r node a',
      'for PATH in x; do ls; done',
    ])
    expectAllowed(['NODE_OPTIONS=--max-old-space-size=4096 node a'])
  })

  test('a counter stays a number through a loop', () => {
    expectAllowed([
      'i=0; while [ $i -lt 3 ]; do ls; i=$((i+1)); done',
      'for ((i=0;i<3;i++)); do echo $i; done',
    ])
    expectDenied(["i=0; while ls; do echo $((i)); i='a[$(ls)]'; done"])
  })

  test('both ways through a condition count', () => {
    expectDenied([
      'F=a; if ls; then F=.autonoe/x; fi; echo > $F',
      'F=a; ls && F=.autonoe/x; echo > $F',
    ])
    expectAllowed([
      'F=a; if ls; then F=b; fi; echo > $F',
      'F=.autonoe/x; F=b; echo > $F',
      '(F=.autonoe/x); F=a; echo > $F',
    ])
  })

  test('the prefix of a word that is not known is', () => {
    expectAllowed(['git log "origin/$B"', 'find "src/$X" -name a'])
    expectDenied(['git log "$B"', 'find "$X"'])
  })
})
