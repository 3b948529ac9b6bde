import type { Scenarios } from './scenario.ts'

export const python = {
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

export const pytestScenarios: Scenarios = {
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
}

export const unittestScenarios: Scenarios = {
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
}
