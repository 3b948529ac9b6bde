import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { type BashPolicyOptions, createBashPolicy } from './bash-policy.ts'
import { judgeCommand } from './judge-command.ts'
import { baseProfile, languageProfiles, type ProfileName, profileNames } from './profiles.ts'

type Settings = Omit<BashPolicyOptions, 'projectDirectory'>

const directory = '/home/engineer/project'

function judge(line: string, settings: Settings = {}) {
  return judgeCommand(line, createBashPolicy({ projectDirectory: directory, ...settings }))
}

function decisionsOn(lines: readonly string[], settings: Settings = {}): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line, judge(line, settings).decision]))
}

function all(lines: readonly string[], decision: 'allow' | 'deny'): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line, decision]))
}

function expectAllowed(lines: readonly string[], settings: Settings = {}): void {
  expect(decisionsOn(lines, settings)).toEqual(all(lines, 'allow'))
}

function expectDenied(lines: readonly string[], settings: Settings = {}): void {
  expect(decisionsOn(lines, settings)).toEqual(all(lines, 'deny'))
}

function reasonOf(line: string, settings: Settings = {}): string {
  const answer = judge(line, settings)
  return answer.decision === 'deny' ? answer.reason : ''
}

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

describe('arguments', () => {
  verifies(
    ['SC-X008', 'SC-X009', 'SC-X012', 'AUT-110', 'AUT-111', 'AUT-112', 'AUT-113'],
    'chmod only makes files executable',
    () => {
      expectAllowed(
        ['+x', 'u+x', 'g+x', 'o+x', 'a+x', 'ug+x', 'ugo+x'].map((mode) => `chmod ${mode} a`),
      )
      expectDenied(
        ['777', '0755', '+w', '-x', 'u=rwx', '+s', '+X'].map((mode) => `chmod ${mode} a`),
      )
      expectDenied([
        'chmod',
        'chmod +x',
        'chmod -R +x d/',
        'chmod --recursive +x d',
        'chmod -vR +x d',
      ])
      expect(reasonOf('chmod 777 file')).toContain('mode `777`')
    },
  )

  verifies(
    ['SC-X010', 'SC-X011', 'PR-X012', 'PR-X013', 'PR-X014', 'AUT-114', 'AUT-115', 'AUT-194'],
    'pkill ends only what development starts, by exact name',
    () => {
      const targets: Record<ProfileName, readonly string[]> = {
        node: ['node', 'npm', 'npx', 'vite', 'next'],
        python: ['python', 'python3', 'uvicorn', 'gunicorn'],
        ruby: ['ruby', 'puma', 'unicorn', 'rails'],
        go: ['go'],
      }
      for (const profile of profileNames) {
        const lines = targets[profile].map((name) => `pkill ${name}`)
        expectAllowed(lines, { profile })
        expectDenied(lines, { profile: profileNames.filter((name) => name !== profile) })
      }
      expect(baseProfile.pkillTargets).toEqual([])
      expectDenied([
        'pkill',
        'pkill postgres',
        'pkill node postgres',
        'pkill custom',
        'pkill -f node',
        'pkill ""',
      ])
      expectDenied(['pkill -v node', 'pkill "no.e"', 'pkill -u me node'])
      expectAllowed(['pkill custom'], { allowPkillTargets: ['custom'] })
      expectAllowed(['pkill -x db', 'pkill -9 --exact db'], { allowPkillTargets: ['db'] })
      expectDenied(['pkill db', 'pkill -9 db'], { allowPkillTargets: ['db'] })
    },
  )

  verifies(['SC-X017', 'SC-X018'], 'the start script takes no arguments', () => {
    expectAllowed(['./bin/dev.sh'])
    expectDenied(['bin/dev.sh --flag'])
  })

  verifies(['AUT-117'], 'listing a command does not switch its checks off', () => {
    const allowCommands = ['chmod', 'pkill', 'find', 'git', 'bin/dev.sh']
    expectDenied(
      ['chmod 777 a', 'pkill postgres', 'find . -delete', 'git -c a=b x', 'bin/dev.sh x'],
      { allowCommands },
    )
  })

  verifies(['AUT-192'], 'git forms that start programs or write elsewhere are denied', () => {
    expectDenied([
      'git -c core.pager=x log',
      'git config core.editor x',
      'git --exec-path=x log',
      'git --git-dir=x log',
      'git --work-tree=/ log',
      'git -C /etc log',
      'git fetch --upload-pack=x o',
      'git fetch --uplo=x o',
      'git log --ext-diff',
      'git log --output=x',
      'git apply --unsafe-paths x',
      'git submodule foreach ls',
      'git bisect run x',
      'git config --global user.name x',
    ])
    expectAllowed([
      'git -c user.name=a -c user.email=b commit -m x',
      'git config user.email a@b',
      'git config --list',
      'git -C src log',
    ])
  })

  verifies(['AUT-193'], 'find may look but not act', () => {
    const actions = [
      '-exec',
      '-execdir',
      '-ok',
      '-okdir',
      '-delete',
      '-fprint',
      '-fprint0',
      '-fprintf',
      '-fls',
    ]
    expectDenied(actions.map((action) => `find . ${action} x`))
    expectDenied([
      "find . '-delete'",
      'find . -del\\ete',
      'find . -ex"ec" x',
      'find . $X',
      'find . "$(echo x)"',
    ])
  })
})

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

  verifies(['AUT-197'], 'wrappers are denied, or judged by what they start', () => {
    const wrappers = ['env', 'xargs', 'timeout', 'nohup', 'nice', 'sudo', 'exec', 'command']
    const calls = [
      'env npm test',
      'xargs echo',
      'timeout 5 npm test',
      'nohup npm test',
      'nice npm test',
      'sudo npm test',
      'exec npm test',
      'command npm test',
    ]
    expectDenied([...calls, 'time -p ls'])
    expectAllowed(calls, { allowCommands: wrappers })
    expectDenied(
      calls.map((line) => line.replace('npm test', 'rm x').replace('echo', 'rm x')),
      { allowCommands: wrappers },
    )
    const never = ['eval', 'source', '.', 'trap', 'coproc', 'builtin']
    expectDenied(
      never.map((name) => `${name} ls`),
      { allowCommands: never },
    )
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

describe('what is known of variables', () => {
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

test('the advice on a copy can be followed: what no advice saves is said first', () => {
  expect(reasonOf('cp "$f" dist/')).toContain('put -- before it')
  expectAllowed(['cp -- "$f" dist/'])
  expect(reasonOf('cp a "$OUT"')).toContain('write the path itself')
  expect(reasonOf('cp "$f" "$OUT"')).toContain('write the path itself')
})

test('a line on which programs start one another without end is refused at once', () => {
  expectAllowed(['npx --a npx --a tsc'])
  expectDenied([`npx ${'--a npx '.repeat(200)}tsc`, `npx ${'dotenv --a dotenv '.repeat(200)}tsc`])
})
