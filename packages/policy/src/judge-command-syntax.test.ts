import { verifies } from '@agency/testing'
import { describe, expect } from 'vitest'
import { expectAllowed, expectDenied, reasonOf } from '../testing/judging.ts'

describe('bash', () => {
  verifies(['SC-X013', 'SC-X014', 'AUT-119'], 'quoting hides no command and makes none', () => {
    expectDenied(['r\\m -rf /', "'rm' x", '"r"m x', "$'\\x72m' x"])
    expectAllowed(['echo "test\\nvalue"', 'echo "a && rm b"', 'echo a \\; b', "echo 'rm; rm'"])
  })

  verifies(['AUT-122'], 'a command is seen in the background, after a newline, in groups', () => {
    expectDenied(['ls & rm x', 'ls\nrm x', '(rm x)', '{ rm x; }'])
    expectAllowed(['ls & pwd', 'ls\npwd', '(pwd)', '{ pwd; }'])
  })

  verifies(['AUT-123'], 'a command is seen in every part of a compound command', () => {
    expectDenied([
      'for f in a; do rm x; done',
      'while rm x; do ls; done',
      'until ls; do rm x; done',
      'if rm x; then ls; fi',
      'if ls; then ls; else rm x; fi',
      'case a in a) rm x;; esac',
      'f() { rm x; }',
    ])
    expect(reasonOf('f() { rm x; }')).toMatch(/^rm /)
  })

  verifies(['AUT-124', 'AUT-125'], 'a command is seen in substitutions and here-documents', () => {
    expectDenied(['echo $(rm x)', 'echo "`rm x`"', 'cat <(rm x)', 'cat <<E\n$(rm x)\nE'])
    expectAllowed(["cat <<'E'\n$(rm x)\nE", "echo '$(rm x)'"])
  })

  verifies(['AUT-126'], 'what cannot be decided is denied and says so', () => {
    for (const line of ['$X foo', '$(echo rm) x', 'eval ls', 'eval "$X"']) {
      expect(reasonOf(line)).toContain('cannot be decided')
    }
  })

  verifies(['AUT-127'], 'a line that bash would not parse is denied', () => {
    for (const line of ['echo "abc', 'if ls', 'ls )', 'for'])
      expect(reasonOf(line)).toContain('parse')
  })

  verifies(
    ['AUT-203'],
    'syntax that cannot be judged, and too much of it, is denied with a reason',
    () => {
      const lines = [
        `echo \${!x}`,
        `echo \${x@P}`,
        `echo \${a[0]}`,
        'a[0]=1',
        '[[ -v x ]]',
        '[[ a -eq 1 ]]',
        'echo $((x))',
        "echo $(('1'))",
        'ls @(a)',
        `echo ${'x'.repeat(70_000)}`,
        `${'(`.repeat(3_000)}ls${`)'.repeat(3_000)}`,
        'echo "$('.repeat(300),
        'ls \0',
        '{ '.repeat(100),
        `${'if ls; then `.repeat(60)}ls${`; fi'.repeat(60)}`,
      ]
      for (const line of lines) expect(reasonOf(line).length, line.slice(0, 40)).toBeGreaterThan(10)
    },
  )
})
