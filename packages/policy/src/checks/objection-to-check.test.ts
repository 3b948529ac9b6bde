import { describe, expect, test } from 'vitest'
import { objectionToCheck } from './objection-to-check.ts'

describe('a line whose exit code means something is a check', () => {
  const checks = [
    'npm test',
    'npx vitest run --reporter=verbose',
    'cd app && npm run build && npm test',
    'NODE_ENV=test npm test',
    'npm test 2>&1',
    'test -f dist/index.html',
    '[ -d dist ]',
    '[[ -s dist/app.js ]]',
    'test "$(node cli.js --version)" = 1.2.0',
    '! grep -rq TODO src',
    'grep -q "<h1>" index.html',
    'node cli.js | grep -q hello',
    'curl -sf http://localhost:3000',
    `node -e "require('assert')(require('./sum.js')(1, 2) === 3)"`,
    `python3 -c "import app; assert app.run()"`,
    "bash -c 'npm test'",
    '(cd app && npm test)',
    'echo checking && npm test',
    'mkdir -p out && node build.js',
    'git diff --exit-code',
  ]
  for (const line of checks) test(line, () => expect(objectionToCheck(line)).toBeUndefined())
})

describe('a line that cannot fail, or hides that it did, is none', () => {
  const tricks = [
    '',
    '   ',
    '# npm test',
    'true',
    ':',
    'exit 0',
    'echo "1 passed"',
    'printf "Tests  1 passed (1)\\n"',
    '/bin/echo 1 passed',
    "sh -c 'exit 0'",
    `bash -c 'echo "Tests: 1 passed, 1 total"'`,
    'npm test || true',
    'npm test || echo failed',
    'npm test; true',
    'npm test; exit 0',
    'npm test\ntrue',
    "sh -c 'npm test || true'",
    '(npm test || true)',
    '{ npm test; true; }',
    'npm test &',
    'npm test | cat',
    'npm test | tee log.txt',
    'npm test 2>&1 | tail -5',
    'npm test | true',
    'cd . && true',
    '! false',
    'test 1 -eq 1',
    '[ a = a ]',
    '[[ 1 == 1 ]]',
    'if npm test; then true; fi',
    'for x in 1; do npm test; done',
    'npm() { true; }; npm test',
    'X=1',
    `node -e "console.log('1 passed')"`,
    'node -e 0',
    'python3 -c "print(\'1 passed\')"',
    "perl -e 'print 1'",
    'npm test && (',
  ]
  for (const line of tricks) {
    test(JSON.stringify(line), () => expect(objectionToCheck(line)).toEqual(expect.any(String)))
  }
})
