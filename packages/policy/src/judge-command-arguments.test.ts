import { verifies } from '@agency/testing'
import { describe, expect } from 'vitest'
import { expectAllowed, expectDenied, reasonOf } from '../testing/judging.ts'
import { baseProfile, type ProfileName, profileNames } from './profiles.ts'

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
