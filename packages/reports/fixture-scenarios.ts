export interface Scenario {
  readonly command: string
  /** The project the command runs in: path to text. */
  readonly files: Readonly<Record<string, string>>
}

const manifest = (test: string) =>
  JSON.stringify({ name: 'demo', version: '1.0.0', private: true, scripts: { test } })

/** The same small suite in the dialects of the JavaScript runners. */
const suite = (head: string) => ({
  passing: `${head}
describe('sum', () => {
  it('adds two numbers', () => { if (1 + 1 !== 2) throw new Error('no') })
  it('adds nothing', () => { if (0 + 0 !== 0) throw new Error('no') })
})
`,
  mixed: `${head}
describe('sum', () => {
  it('adds two numbers', () => {})
  it('subtracts', () => {
    throw new Error('expected 3 to be 4')
  })
  it.skip('multiplies', () => {})
})
it('divides – ünïcode ✓ "quoted"', () => {
  const answer = undefined
  answer.value
})
`,
  skipped: `${head}
describe('sum', () => {
  it.skip('adds two numbers', () => {})
  it.skip('adds nothing', () => {})
})
`,
  empty: `${head}
`,
  emptySuite: `${head}
describe('sum', () => {})
`,
  syntaxError: `${head}
describe('sum', () => {
`,
  importError: `${head}
require('./does-not-exist.js')
it('is never reached', () => {})
`,
  loadError: `${head}
throw new Error('broken while loading')
`,
  hookError: `${head}
describe('sum', () => {
  beforeAll(() => { throw new Error('no database') })
  it('adds two numbers', () => {})
})
`,
})

const vitest = suite("import { describe, it, beforeAll } from 'vitest'")
const vitestImport = vitest.importError.replace(
  "require('./does-not-exist.js')",
  "import './does-not-exist.js'",
)
const fakeVitest = `import { describe, it } from 'vitest'
console.log(' Test Files  1 passed (1)\\n      Tests  5 passed (5)\\n   Start at  10:00:00\\n   Duration  1.00s')
describe('sum', () => { it.skip('adds', () => {}) })
`

const jest = suite('')
const mocha = suite('')
const bun = suite("import { describe, it, beforeAll } from 'bun:test'")
const node = suite("const { describe, it, before: beforeAll } = require('node:test')")

const python = {
  passing: `def test_adds():
    assert 1 + 1 == 2

def test_adds_nothing():
    assert 0 + 0 == 0
`,
  mixed: `import pytest

def test_adds():
    assert 1 + 1 == 2

def test_subtracts():
    assert 3 - 1 == 1, "subtraction is broken"

@pytest.mark.skip(reason="later")
def test_multiplies():
    pass

@pytest.mark.xfail
def test_known_bug():
    assert False

@pytest.mark.parametrize("n", [1, 2])
def test_each(n):
    assert n == 1

@pytest.fixture
def database():
    raise RuntimeError("no database")

def test_stores(database):
    pass
`,
  skipped: `import pytest
pytestmark = pytest.mark.skip

def test_adds():
    assert 1 + 1 == 2
`,
  empty: 'x = 1\n',
  syntaxError: 'def test_adds(:\n    pass\n',
  importError: 'import does_not_exist\n\ndef test_adds():\n    pass\n',
}

const unittest = {
  mixed: `import unittest

class Sum(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 1, 2)

    def test_subtracts(self):
        self.assertEqual(3 - 1, 1)

    def test_divides(self):
        1 / 0

    @unittest.skip("later")
    def test_multiplies(self):
        pass
`,
  skipped: `import unittest

@unittest.skip("later")
class Sum(unittest.TestCase):
    def test_adds(self):
        pass
`,
}

const goMod = 'module example.com/demo\n\ngo 1.19\n'
const go = {
  passing: `package demo

import "testing"

func TestAdds(t *testing.T) {}

func TestAddsNothing(t *testing.T) {}
`,
  mixed: `package demo

import (
	"fmt"
	"testing"
)

func TestAdds(t *testing.T) { fmt.Println("--- PASS: TestFake (0.00s)") }

func TestSubtracts(t *testing.T) {
	t.Errorf("got %d, want %d", 3, 4)
}

func TestMultiplies(t *testing.T) { t.Skip("later") }

func TestTable(t *testing.T) {
	t.Run("one", func(t *testing.T) {})
	t.Run("two words", func(t *testing.T) { t.Fatal("broken") })
}
`,
  panics: `package demo

import "testing"

func TestAdds(t *testing.T) {}

func TestPanics(t *testing.T) {
	var values []int
	_ = values[3]
}
`,
  skipped: `package demo

import "testing"

func TestAdds(t *testing.T) { t.Skip("later") }
`,
  broken: `package demo

import "testing"

func TestAdds(t *testing.T) { undefined() }
`,
  plain: 'package demo\n\nfunc Add(a, b int) int { return a + b }\n',
}

const cargoToml = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n'
const rust = {
  passing: `#[test]
fn adds() { assert_eq!(1 + 1, 2); }

mod nested {
    #[test]
    fn adds_nothing() {}
}
`,
  mixed: `#[test]
fn adds() { assert_eq!(1 + 1, 2); }

#[test]
fn subtracts() {
    println!("test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
    assert_eq!(3 - 1, 1, "subtraction is broken");
}

#[test]
#[ignore]
fn multiplies() {}

#[test]
#[should_panic]
fn panics() { panic!("as it should"); }
`,
  documented: `/// Adds.
///
/// \`\`\`
/// assert_eq!(demo::add(1, 1), 2);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 { a + b }

#[test]
fn adds() { assert_eq!(add(1, 1), 2); }
`,
  skipped: '#[test]\n#[ignore]\nfn adds() {}\n',
  empty: 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n',
  broken: '#[test]\nfn adds() { let x: i32 = "one"; }\n',
}

const tapeSuite = `const test = require('tape')
test('adds', (t) => { t.equal(1 + 1, 2, 'one and one'); t.end() })
test('subtracts', (t) => { t.equal(3 - 1, 1, 'three less one'); t.end() })
test('multiplies', { skip: true }, (t) => { t.end() })
test('later', { todo: true }, (t) => { t.fail('not yet'); t.end() })
`

const tsconfig = '{"compilerOptions":{"strict":true,"noEmit":true},"include":["*.ts"]}'
const badTypes = `const answer: number = 'forty-two'
function twice(n: number) { return n * 2 }
twice(answer, 1)
export {}
`
const eslintConfig = `export default [{ rules: { 'no-unused-vars': 'error', 'prefer-const': 'warn' } }]\n`
const badScript = 'let answer = 42\nlet unused = 1\nconsole.log(answer)\n'

/** Every recording, by tool and name. */
export const scenarios: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  vitest: {
    passing: { command: 'npx vitest run', files: { 'sum.test.js': vitest.passing } },
    mixed: {
      command: 'npx vitest run',
      files: { 'sum.test.js': vitest.mixed, 'ok.test.js': vitest.passing },
    },
    'mixed-colour': {
      command: 'FORCE_COLOR=1 npx vitest run',
      files: { 'sum.test.js': vitest.mixed },
    },
    'mixed-verbose': {
      command: 'npx vitest run --reporter=verbose',
      files: { 'sum.test.js': vitest.mixed },
    },
    'mixed-json': {
      command: 'npx vitest run --reporter=json; cat .vitest/json/output.json',
      files: { 'sum.test.js': vitest.mixed, 'broken.test.js': vitest.syntaxError },
    },
    'mixed-junit': {
      command: 'npx vitest run --reporter=junit; cat .vitest/junit/output.xml',
      files: { 'sum.test.js': vitest.mixed },
    },
    'json-file': {
      command: 'npx vitest run --reporter=json',
      files: { 'sum.test.js': vitest.passing },
    },
    'mixed-tap': {
      command: 'npx vitest run --reporter=tap',
      files: { 'sum.test.js': vitest.mixed },
    },
    'mixed-dot': {
      command: 'npx vitest run --reporter=dot',
      files: { 'sum.test.js': vitest.mixed },
    },
    'mixed-projects': {
      command: 'npx vitest run',
      files: {
        'vitest.config.js': "export default { test: { projects: [{ test: { name: 'unit' } }] } }",
        'sum.test.js': vitest.mixed,
      },
    },
    skipped: { command: 'npx vitest run', files: { 'sum.test.js': vitest.skipped } },
    'skipped-prints-passed': { command: 'npx vitest run', files: { 'sum.test.js': fakeVitest } },
    'empty-file': { command: 'npx vitest run', files: { 'sum.test.js': vitest.empty } },
    'no-files': { command: 'npx vitest run', files: { 'readme.md': '' } },
    'no-files-allowed': { command: 'npx vitest run --passWithNoTests', files: { 'readme.md': '' } },
    'no-files-json': {
      command: 'npx vitest run --passWithNoTests --reporter=json && cat .vitest/json/output.json',
      files: { 'readme.md': '' },
    },
    'filter-misses': {
      command: 'npx vitest run -t unmatched',
      files: { 'sum.test.js': vitest.passing },
    },
    'syntax-error': { command: 'npx vitest run', files: { 'sum.test.js': vitest.syntaxError } },
    'import-error': { command: 'npx vitest run', files: { 'sum.test.js': vitestImport } },
    'hook-error': { command: 'npx vitest run', files: { 'sum.test.js': vitest.hookError } },
    'npm-test': {
      command: 'npm test',
      files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
    },
    'bun-run-test': {
      command: 'bun run test',
      files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
    },
    'pnpm-test': {
      command: 'pnpm test',
      files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
    },
    'yarn-test': {
      command: 'yarn test',
      files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
    },
    'make-test': {
      command: 'make test',
      files: { Makefile: 'test:\n\t@npx vitest run\n', 'sum.test.js': vitest.mixed },
    },
    'failure-hidden': { command: 'npx vitest run || true', files: { 'sum.test.js': vitest.mixed } },
    piped: { command: 'npx vitest run 2>&1 | tail -n 6', files: { 'sum.test.js': vitest.mixed } },
  },
  jest: {
    passing: {
      command: 'npx jest',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.passing },
    },
    mixed: {
      command: 'npx jest',
      files: {
        'package.json': manifest('jest'),
        'sum.test.js': jest.mixed,
        'ok.test.js': jest.passing,
      },
    },
    'mixed-colour': {
      command: 'npx jest --colors',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.mixed },
    },
    'mixed-verbose': {
      command: 'npx jest --verbose',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.mixed },
    },
    'mixed-json': {
      command: 'npx jest --json',
      files: {
        'package.json': manifest('jest'),
        'sum.test.js': jest.mixed,
        'broken.test.js': jest.syntaxError,
      },
    },
    skipped: {
      command: 'npx jest',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.skipped },
    },
    'empty-file': {
      command: 'npx jest',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.empty },
    },
    'no-files': { command: 'npx jest', files: { 'package.json': manifest('jest') } },
    'no-files-allowed': {
      command: 'npx jest --passWithNoTests',
      files: { 'package.json': manifest('jest') },
    },
    'no-files-json': {
      command: 'npx jest --passWithNoTests --json',
      files: { 'package.json': manifest('jest') },
    },
    'filter-misses': {
      command: 'npx jest -t unmatched',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.passing },
    },
    'syntax-error': {
      command: 'npx jest',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.syntaxError },
    },
    'import-error': {
      command: 'npx jest',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.importError },
    },
    'hook-error': {
      command: 'npx jest',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.hookError },
    },
    'npm-test': {
      command: 'npm test',
      files: { 'package.json': manifest('jest'), 'sum.test.js': jest.passing },
    },
  },
  mocha: {
    passing: { command: 'npx mocha', files: { 'test/sum.js': mocha.passing } },
    mixed: { command: 'npx mocha', files: { 'test/sum.js': mocha.mixed } },
    'mixed-colour': { command: 'npx mocha --color', files: { 'test/sum.js': mocha.mixed } },
    'mixed-json': { command: 'npx mocha --reporter json', files: { 'test/sum.js': mocha.mixed } },
    'mixed-dot': { command: 'npx mocha --reporter dot', files: { 'test/sum.js': mocha.mixed } },
    'mixed-tap': { command: 'npx mocha --reporter tap', files: { 'test/sum.js': mocha.mixed } },
    skipped: { command: 'npx mocha', files: { 'test/sum.js': mocha.skipped } },
    'empty-file': { command: 'npx mocha', files: { 'test/sum.js': mocha.empty } },
    'empty-json': { command: 'npx mocha --reporter json', files: { 'test/sum.js': mocha.empty } },
    'no-files': { command: 'npx mocha', files: { 'readme.md': '' } },
    'filter-misses': {
      command: 'npx mocha --grep unmatched',
      files: { 'test/sum.js': mocha.passing },
    },
    'syntax-error': { command: 'npx mocha', files: { 'test/sum.js': mocha.syntaxError } },
    'hook-error': {
      command: 'npx mocha',
      files: { 'test/sum.js': mocha.hookError.replace('beforeAll', 'before') },
    },
    'npm-test': {
      command: 'npm test',
      files: { 'package.json': manifest('mocha'), 'test/sum.js': mocha.mixed },
    },
  },
  bun: {
    passing: { command: 'bun test', files: { 'sum.test.js': bun.passing } },
    mixed: { command: 'bun test', files: { 'sum.test.js': bun.mixed, 'ok.test.js': bun.passing } },
    'mixed-colour': { command: 'FORCE_COLOR=1 bun test', files: { 'sum.test.js': bun.mixed } },
    'mixed-junit': {
      command: 'bun test --reporter=junit --reporter-outfile=report.xml; cat report.xml',
      files: { 'sum.test.js': bun.mixed },
    },
    'mixed-dots': { command: 'bun test --dots', files: { 'sum.test.js': bun.mixed } },
    skipped: { command: 'bun test', files: { 'sum.test.js': bun.skipped } },
    'empty-file': { command: 'bun test', files: { 'sum.test.js': bun.empty } },
    'no-files': { command: 'bun test', files: { 'readme.md': '' } },
    'no-files-allowed': { command: 'bun test --pass-with-no-tests', files: { 'readme.md': '' } },
    'filter-misses': { command: 'bun test -t unmatched', files: { 'sum.test.js': bun.passing } },
    'path-misses': { command: 'bun test nothing', files: { 'sum.test.js': bun.passing } },
    'syntax-error': { command: 'bun test', files: { 'sum.test.js': bun.syntaxError } },
    'import-error': { command: 'bun test', files: { 'sum.test.js': bun.importError } },
    'hook-error': { command: 'bun test', files: { 'sum.test.js': bun.hookError } },
    'npm-test': {
      command: 'npm test',
      files: { 'package.json': manifest('bun test'), 'sum.test.js': bun.mixed },
    },
  },
  node: {
    passing: { command: 'node --test', files: { 'sum.test.js': node.passing } },
    mixed: { command: 'node --test', files: { 'sum.test.js': node.mixed } },
    'mixed-spec': {
      command: 'node --test --test-reporter=spec',
      files: { 'sum.test.js': node.mixed },
    },
    'mixed-colour': {
      command: 'FORCE_COLOR=1 node --test --test-reporter=spec',
      files: { 'sum.test.js': node.mixed },
    },
    'mixed-junit': {
      command: 'node --test --test-reporter=junit',
      files: { 'sum.test.js': node.mixed },
    },
    'mixed-dot': {
      command: 'node --test --test-reporter=dot',
      files: { 'sum.test.js': node.mixed },
    },
    skipped: { command: 'node --test', files: { 'sum.test.js': node.skipped } },
    'skipped-spec': {
      command: 'node --test --test-reporter=spec',
      files: { 'sum.test.js': node.skipped },
    },
    'empty-file': { command: 'node --test', files: { 'sum.test.js': node.empty } },
    'empty-file-spec': {
      command: 'node --test --test-reporter=spec',
      files: { 'sum.test.js': node.empty },
    },
    'no-files': { command: 'node --test', files: { 'readme.md': '' } },
    'no-files-junit': { command: 'node --test --test-reporter=junit', files: { 'readme.md': '' } },
    'filter-misses': {
      command: 'node --test --test-name-pattern=unmatched',
      files: { 'sum.test.js': node.passing },
    },
    'syntax-error': { command: 'node --test', files: { 'sum.test.js': node.syntaxError } },
    'syntax-error-spec': {
      command: 'node --test --test-reporter=spec',
      files: { 'sum.test.js': node.syntaxError },
    },
    'hook-error': {
      command: 'node --test --test-reporter=spec',
      files: { 'sum.test.js': node.hookError },
    },
    'test-file': { command: 'node sum.test.js', files: { 'sum.test.js': node.mixed } },
    'npm-test': {
      command: 'npm test',
      files: { 'package.json': manifest('node --test'), 'sum.test.js': node.passing },
    },
  },
  pytest: {
    passing: { command: 'python3 -m pytest', files: { 'test_sum.py': python.passing } },
    mixed: { command: 'python3 -m pytest', files: { 'test_sum.py': python.mixed } },
    'mixed-colour': {
      command: 'python3 -m pytest --color=yes',
      files: { 'test_sum.py': python.mixed },
    },
    'mixed-all': { command: 'python3 -m pytest -rA', files: { 'test_sum.py': python.mixed } },
    'mixed-verbose': { command: 'python3 -m pytest -v', files: { 'test_sum.py': python.mixed } },
    'mixed-quiet': { command: 'python3 -m pytest -q', files: { 'test_sum.py': python.mixed } },
    'mixed-junit': {
      command: 'python3 -m pytest -q --junitxml=report.xml; cat report.xml',
      files: { 'test_sum.py': python.mixed },
    },
    skipped: { command: 'python3 -m pytest', files: { 'test_sum.py': python.skipped } },
    'empty-file': { command: 'python3 -m pytest', files: { 'test_sum.py': python.empty } },
    'empty-quiet': { command: 'python3 -m pytest -q', files: { 'test_sum.py': python.empty } },
    'filter-misses': {
      command: 'python3 -m pytest -k unmatched',
      files: { 'test_sum.py': python.passing },
    },
    'path-missing': {
      command: 'python3 -m pytest test_nothing.py',
      files: { 'test_sum.py': python.passing },
    },
    'collect-only': {
      command: 'python3 -m pytest --collect-only',
      files: { 'test_sum.py': python.passing },
    },
    'syntax-error': { command: 'python3 -m pytest', files: { 'test_sum.py': python.syntaxError } },
    'import-error': { command: 'python3 -m pytest', files: { 'test_sum.py': python.importError } },
    'bad-option': {
      command: 'python3 -m pytest --nonsense',
      files: { 'test_sum.py': python.passing },
    },
    'make-test': {
      command: 'make test',
      files: { Makefile: 'test:\n\tpython3 -m pytest\n', 'test_sum.py': python.passing },
    },
  },
  unittest: {
    mixed: { command: 'python3 -m unittest', files: { 'test_sum.py': unittest.mixed } },
    'mixed-verbose': {
      command: 'python3 -m unittest -v',
      files: { 'test_sum.py': unittest.mixed },
    },
    skipped: { command: 'python3 -m unittest', files: { 'test_sum.py': unittest.skipped } },
    empty: { command: 'python3 -m unittest', files: { 'test_sum.py': 'x = 1\n' } },
    'import-error': {
      command: 'python3 -m unittest',
      files: { 'test_sum.py': 'import does_not_exist\n' },
    },
  },
  go: {
    passing: { command: 'go test ./...', files: { 'go.mod': goMod, 'sum_test.go': go.passing } },
    'passing-verbose': {
      command: 'go test -v ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.passing },
    },
    mixed: {
      command: 'go test ./...',
      files: {
        'go.mod': goMod,
        'sum_test.go': go.mixed,
        'other/other_test.go': go.passing,
        'none/none.go': go.plain,
      },
    },
    'mixed-verbose': {
      command: 'go test -v ./...',
      files: {
        'go.mod': goMod,
        'sum_test.go': go.mixed,
        'other/other_test.go': go.passing,
        'none/none.go': go.plain,
      },
    },
    'mixed-json': {
      command: 'go test -json ./...',
      files: {
        'go.mod': goMod,
        'sum_test.go': go.mixed,
        'other/other_test.go': go.passing,
        'none/none.go': go.plain,
      },
    },
    cached: {
      command: 'go test ./... >/dev/null && go test ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.passing },
    },
    panics: { command: 'go test -v ./...', files: { 'go.mod': goMod, 'sum_test.go': go.panics } },
    'panics-json': {
      command: 'go test -json ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.panics },
    },
    'skipped-verbose': {
      command: 'go test -v ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.skipped },
    },
    'skipped-json': {
      command: 'go test -json ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.skipped },
    },
    'no-files': { command: 'go test ./...', files: { 'go.mod': goMod, 'sum.go': go.plain } },
    'no-files-json': {
      command: 'go test -json ./...',
      files: { 'go.mod': goMod, 'sum.go': go.plain },
    },
    'empty-file': {
      command: 'go test ./...',
      files: { 'go.mod': goMod, 'sum_test.go': 'package demo\n' },
    },
    'filter-misses': {
      command: 'go test -run Unmatched ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.passing },
    },
    'filter-misses-json': {
      command: 'go test -json -run Unmatched ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.passing },
    },
    'build-error': {
      command: 'go test ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.broken, 'other/other_test.go': go.passing },
    },
    'build-error-json': {
      command: 'go test -json ./...',
      files: { 'go.mod': goMod, 'sum_test.go': go.broken, 'other/other_test.go': go.passing },
    },
    'no-packages': { command: 'go test ./...', files: { 'go.mod': goMod } },
  },
  cargo: {
    passing: {
      command: 'cargo test',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.passing },
    },
    mixed: { command: 'cargo test', files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed } },
    'mixed-colour': {
      command: 'cargo test --color always -- --color always',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed },
    },
    'mixed-quiet': {
      command: 'cargo test -q',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed },
    },
    'mixed-nocapture': {
      command: 'cargo test -- --nocapture --test-threads=1',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed },
    },
    'several-binaries': {
      command: 'cargo test --no-fail-fast',
      files: {
        'Cargo.toml': cargoToml,
        'src/lib.rs': rust.documented,
        'tests/outer.rs': rust.passing,
      },
    },
    skipped: {
      command: 'cargo test',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.skipped },
    },
    empty: { command: 'cargo test', files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.empty } },
    'filter-misses': {
      command: 'cargo test unmatched',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.passing },
    },
    'build-error': {
      command: 'cargo test',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.broken },
    },
    'no-run': {
      command: 'cargo test --no-run',
      files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.passing },
    },
  },
  tap: {
    mixed: { command: 'npx tape sum.js', files: { 'sum.js': tapeSuite } },
    'mixed-npm': {
      command: 'npm test',
      files: { 'package.json': manifest('node sum.js'), 'sum.js': tapeSuite },
    },
    passing: {
      command: 'npx tape sum.js',
      files: { 'sum.js': tapeSuite.split('\n').slice(0, 2).join('\n') },
    },
    empty: { command: 'npx tape sum.js', files: { 'sum.js': "require('tape')\n" } },
  },
  several: {
    'node-and-pytest': {
      command: 'node --test && python3 -m pytest',
      files: { 'sum.test.js': node.passing, 'test_sum.py': python.passing },
    },
    'vitest-and-empty-bun': {
      command: 'npx vitest run one && bun test --pass-with-no-tests nothing',
      files: { 'one.test.js': vitest.passing },
    },
    'vitest-twice': {
      command: 'npx vitest run one && npx vitest run two',
      files: { 'one.test.js': vitest.passing, 'two.test.js': vitest.mixed },
    },
    workspaces: {
      command: 'npm test --workspaces',
      files: {
        'package.json': JSON.stringify({ name: 'demo', private: true, workspaces: ['a', 'b'] }),
        'a/package.json': JSON.stringify({
          name: 'a',
          version: '1.0.0',
          scripts: { test: 'node --test' },
        }),
        'a/a.test.js': node.passing,
        'b/package.json': JSON.stringify({
          name: 'b',
          version: '1.0.0',
          scripts: { test: 'vitest run' },
        }),
        'b/b.test.js': vitest.passing,
      },
    },
  },
  none: {
    echo: { command: 'echo "1 passed"', files: {} },
    shell: { command: "sh -c 'echo 5 passed'", files: {} },
    'npm-echo': { command: 'npm test', files: { 'package.json': manifest("echo '5 passed (5)'") } },
    'npm-default': {
      command: 'npm test',
      files: { 'package.json': manifest('echo "Error: no test specified" && exit 1') },
    },
    'npm-missing': { command: 'npm test', files: { 'package.json': '{"name":"demo"}' } },
  },
  tsc: {
    errors: { command: 'npx tsc', files: { 'tsconfig.json': tsconfig, 'index.ts': badTypes } },
    pretty: {
      command: 'npx tsc --pretty',
      files: { 'tsconfig.json': tsconfig, 'index.ts': badTypes },
    },
    clean: { command: 'npx tsc', files: { 'tsconfig.json': tsconfig, 'index.ts': 'export {}\n' } },
    'bad-config': {
      command: 'npx tsc',
      files: { 'tsconfig.json': '{"compilerOptions":{"nonsense":1}}', 'index.ts': 'export {}\n' },
    },
  },
  eslint: {
    stylish: {
      command: 'npx eslint .',
      files: { 'eslint.config.mjs': eslintConfig, 'index.js': badScript },
    },
    json: {
      command: 'npx eslint --format json .',
      files: { 'eslint.config.mjs': eslintConfig, 'index.js': badScript },
    },
    clean: {
      command: 'npx eslint .',
      files: { 'eslint.config.mjs': eslintConfig, 'index.js': '\n' },
    },
    'syntax-error': {
      command: 'npx eslint .',
      files: { 'eslint.config.mjs': eslintConfig, 'index.js': 'let = (\n' },
    },
  },
  biome: {
    lint: { command: 'npx biome lint', files: { 'index.js': badScript } },
    check: { command: 'npx biome check', files: { 'index.js': badScript } },
    json: { command: 'npx biome lint --reporter=json', files: { 'index.js': badScript } },
    clean: { command: 'npx biome lint', files: { 'index.js': 'export const a = 1\n' } },
  },
}
