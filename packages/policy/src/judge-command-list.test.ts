import { verifies } from '@agency/testing'
import { describe, expect } from 'vitest'
import { expectAllowed, expectDenied, reasonOf, type Settings } from '../testing/judging.ts'
import { languageProfiles, type ProfileName, profileNames } from './profiles.ts'

const settings: readonly Settings[] = [
  {},
  ...profileNames.map((profile) => ({ profile })),
  { profile: ['node', 'python'] },
]

describe('the list', () => {
  verifies(['SC-X002', 'AUT-121'], 'a command that is not on it is denied by name', () => {
    expectDenied(['rm -rf /'])
    expect(reasonOf('ls && rm -rf /')).toMatch(/^rm is not an allowed command/)
  })

  verifies(['SC-X004', 'AUT-118'], 'one denied command denies the whole chain', () => {
    expectDenied(['ls && rm -rf x', 'ls || rm x', 'ls | rm x', 'ls; rm x', 'rm x && ls'])
    expectAllowed(['ls | grep a && pwd; echo ok'])
  })

  verifies(['SC-X015'], 'an empty line is allowed', () => {
    expectAllowed(['', '  \n ', '# only a comment'])
  })

  verifies(
    ['AUT-082', 'AUT-084', 'AUT-085', 'AUT-086', 'AUT-083'],
    'what every project needs is allowed under every profile',
    () => {
      const lines = [
        'ls -la',
        'pwd',
        'cat a',
        'head a',
        'tail -n 3 a',
        'wc -l a',
        'find . -name a',
        'grep a b',
        'mkdir -p a/b',
        'cp a b',
        'chmod +x a',
        'git status',
        'echo a',
        'which a',
        'ps aux',
        'lsof -i',
        'sleep 1',
        'true',
        'false',
        ':',
        'test -f a',
        '[ -f a ]',
        '[[ -f a ]]',
        'bin/dev.sh',
        './bin/dev.sh',
      ]
      for (const each of settings) expectAllowed(lines, each)
    },
  )

  verifies(
    [
      'AUT-087',
      'AUT-088',
      'AUT-089',
      'AUT-090',
      'AUT-091',
      'AUT-092',
      'AUT-093',
      'AUT-094',
      'AUT-095',
      'AUT-096',
      'AUT-097',
      'AUT-098',
      'AUT-099',
      'AUT-100',
      'AUT-101',
      'AUT-102',
      'AUT-103',
      'AUT-104',
      'AUT-105',
      'AUT-106',
      'AUT-107',
      'AUT-108',
      'AUT-109',
    ],
    'the commands of a language are allowed when it is active and denied when it is not',
    () => {
      const commands: Record<ProfileName, string> = {
        node: 'node bun deno npm npx yarn pnpm tsc esbuild vite webpack rollup jest vitest playwright mocha eslint prettier biome next nuxt astro remix',
        python:
          'python python3 pip pip3 pipx uv venv virtualenv conda poetry pdm hatch flit pytest tox nox ruff black mypy flake8 pylint django-admin flask uvicorn gunicorn',
        ruby: 'ruby irb gem bundle bundler rake thor rspec minitest cucumber rubocop standard rails hanami puma unicorn',
        go: 'go gofmt goimports golint golangci-lint staticcheck gopls dlv goreleaser',
      }
      for (const profile of profileNames) {
        const own = commands[profile].split(' ')
        const others = profileNames.filter((name) => name !== profile)
        expectAllowed(own, { profile })
        expectAllowed(own)
        expectDenied(own, { profile: others })
        expect([...languageProfiles[profile].commands].sort()).toEqual([...own].sort())
      }
    },
  )

  verifies(['PR-X001', 'PR-X002', 'PR-X003'], 'without a profile every language is allowed', () => {
    expectAllowed(['npm install', 'pip install', 'go build'])
  })

  verifies(['SC-X001'], 'npm install is allowed', () => {
    expectAllowed(['npm install'])
  })

  verifies(
    ['PR-X004', 'PR-X005', 'PR-X006', 'PR-X007', 'PR-X008', 'PR-X009', 'PR-X010'],
    'a profile, or a list of them, narrows the languages',
    () => {
      expectAllowed(['npm install'], { profile: 'node' })
      expectDenied(['pip install'], { profile: 'node' })
      expectAllowed(['pip install'], { profile: 'python' })
      expectDenied(['npm install'], { profile: 'python' })
      expectAllowed(['npm install', 'pip install'], { profile: ['node', 'python'] })
      expectDenied(['go build'], { profile: ['node', 'python'] })
    },
  )

  verifies(['PR-X011'], 'a project may add commands', () => {
    expectAllowed(['custom-cli --flag'], { allowCommands: ['custom-cli'] })
    expectDenied(['custom-cli', 'custom-cli2'], {})
    expectDenied(['custom-cli2', 'custom'], { allowCommands: ['custom-cli', '*'] })
  })

  verifies(['AUT-120', 'AUT-116'], 'a path counts only where programs live', () => {
    expectAllowed(['/usr/bin/git status', './node_modules/.bin/jest', '.venv/bin/pytest'])
    expectDenied(['/bin/rm x', '/tmp/x/npm test', './ls', 'x/node_modules/.bin/jest'])
    expectDenied(['other/dev.sh', 'dev.sh', '/tmp/bin/dev.sh', 'bin/../bin/dev.sh'])
  })
})
