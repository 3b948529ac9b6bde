import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { expectAllowed, expectDenied, reasonOf } from '../testing/judging.ts'

describe('paths', () => {
  verifies(['AUT-191'], 'cd stays in the project, and what follows is judged from there', () => {
    expectAllowed([
      'cd src && npm test',
      'cd src && echo x > y',
      'cd src && cd .. && ls',
      'cd .autonoe && ls',
    ])
    expectDenied([
      'cd $X',
      'cd ..',
      'cd /etc',
      'cd',
      'cd .autonoe && echo x > status.json',
      'cd src && cp a ../.autonoe/b',
    ])
  })

  verifies(['AUT-195'], 'no command writes to a protected path or outside the project', () => {
    const paths = [
      '.autonoe/a',
      '.git/hooks/a',
      '.git/config',
      '.git/modules/a',
      '.mcp.json',
      '.claude/a',
      '../a',
      '~/a',
      '/etc/a',
      '$X',
      '.auton*/a',
      '.{x,autonoe}/a',
    ]
    expectDenied(
      paths.flatMap((path) => [
        `echo x > ${path}`,
        `cp a ${path}`,
        `mkdir ${path}`,
        `npm test 2> ${path}`,
      ]),
    )
    const allowCommands = ['rm', 'mv', 'ln', 'tee', 'custom']
    expectDenied(
      paths
        .slice(0, 6)
        .flatMap((path) => [
          `rm ${path}`,
          `mv ${path} b`,
          `ln -s ${path} b`,
          `tee ${path}`,
          `custom ${path}`,
          `custom --out=${path}`,
        ]),
      { allowCommands },
    )
    expectDenied(
      [
        'cp -l .autonoe/a b',
        'cp -s .autonoe b',
        'chmod +x .git/hooks/a',
        'git log --output=.autonoe/a',
        'custom "$X"',
      ],
      { allowCommands },
    )
    expectAllowed(['echo x > a', 'echo x > /tmp/a', 'echo x > /dev/null', 'F=a; echo x > "$F"'])
  })

  test('the advice on a copy can be followed: what no advice saves is said first', () => {
    expect(reasonOf('cp "$f" dist/')).toContain('put -- before it')
    expectAllowed(['cp -- "$f" dist/'])
    expect(reasonOf('cp a "$OUT"')).toContain('write the path itself')
    expect(reasonOf('cp "$f" "$OUT"')).toContain('write the path itself')
  })
})
