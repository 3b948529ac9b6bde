import { describe, expect, test } from 'vitest'
import { recognizeRunners } from '../../testing/recognize-runners.ts'

const recognized: Readonly<Record<string, readonly string[]>> = {
  vitest: [
    'vitest',
    'npx vitest run',
    'npx -y vitest@latest run',
    'npm exec -- vitest run',
    'bunx --bun vitest',
    'bun --bun vitest run',
    'bun x vitest',
    'pnpm vitest run',
    'pnpm -C web exec vitest',
    'yarn vitest',
    './node_modules/.bin/vitest --run',
    'node node_modules/vitest/vitest.mjs run',
    'timeout -k 5 60s npx vitest run',
    'npx vitest run 2>&1 | tail -n 20',
    '(cd web && npx vitest run)',
    'if npx vitest run; then echo ok; fi',
    "bash -lc 'cd web && npx vitest run'",
    'npx vitest run \\\n  --coverage',
  ],
  jest: [
    'cd sub && npx jest',
    'yarn jest --ci',
    'react-scripts test --watchAll=false',
    'node --experimental-vm-modules node_modules/jest/bin/jest.js',
    'npx cross-env NODE_ENV=test jest',
  ],
  mocha: ['NODE_ENV=test npx mocha', 'nyc --reporter text mocha', 'env -u CI A=b mocha --exit'],
  bun: ['bun test', 'bun --cwd web test', 'time bun test src', 'CI=1 bun test --bail'],
  node: ['node --test', 'node --import tsx --test src', 'c8 node --test', 'tsx --test'],
  pytest: [
    'pytest',
    'python -m pytest -q',
    'python3.11 -m pytest',
    '.venv/bin/python -m pytest',
    'uv run pytest',
    'uv run --with pytest pytest tests',
    'poetry run pytest',
    'coverage run -m pytest',
    'python -m coverage run -m pytest',
    'find . -name "test_*.py" | xargs pytest',
  ],
  unittest: ['python3 -m unittest discover -s tests'],
  go: ['go test ./...', 'GOFLAGS=-count=1 go test -json ./...'],
  cargo: [
    'cargo test',
    'cargo +nightly test --all',
    'cargo t',
    'RUST_BACKTRACE=1 cargo --locked test',
  ],
  tap: ['npx tape test/*.js'],
}

describe('a runner is recognized by its command line', () => {
  for (const [runner, lines] of Object.entries(recognized)) {
    test.each(lines)(`${runner}: %s`, (line) => {
      expect(recognizeRunners(line)).toEqual([runner])
    })
  }
})

test('several runners in one line are all recognized', () => {
  expect(recognizeRunners('npx vitest run && (cd api; python -m pytest) || go test ./...')).toEqual(
    ['vitest', 'pytest', 'go'],
  )
})

test.each([
  '',
  'echo "1 passed"',
  "sh -c 'echo 5 passed'",
  'echo vitest run',
  'echo "npx vitest run && jest"',
  "printf 'pytest\\n'",
  'cat vitest.log',
  'grep -r "go test" .',
  '# vitest run',
  'true # && jest',
  'cat <<END\nvitest run\nEND',
  'cat > run.sh <<"END"\npytest\nEND\necho done',
  'npm test',
  'npm run test',
  'bun run test',
  'bun test.ts',
  'make test',
  'go build ./...',
  'go vet ./...',
  'cargo build',
  'cargo nextest run',
  'npm install vitest',
  'git commit -m "run pytest"',
  'node -e "console.log(\'# tests 5\')"',
  'python -c "import pytest"',
  'ls node_modules/.bin/jest',
  'bash -c "bash -c \'echo go test\'"',
])('no runner is named by: %s', (line) => {
  expect(recognizeRunners(line)).toEqual([])
})
