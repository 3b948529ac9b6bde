import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { loadAgentConfiguration } from './agent-configuration.ts'
import { createEvidenceStore } from './evidence-store.ts'
import { createHashFiles } from './hash-files.ts'
import { createInstructionResolver } from './instruction-resolver.ts'
import { prepareProject } from './prepare-project.ts'
import { readCommit } from './read-commit.ts'

const builtIn = { initializer: 'plan it', coding: 'build it' }

verifies(
  'AUT-033',
  'an instruction of the project replaces the built-in one of its name',
  async () => {
    await using project = await temporaryDirectory()
    await prepareProject(project.path)
    const resolver = createInstructionResolver(project.path, builtIn)
    expect(await resolver.resolve('coding')).toBe('build it')
    await writeFile(project.join('.autonoe/initializer.md'), '# Our way\n')
    expect(await resolver.resolve('initializer')).toBe('# Our way\n')
    expect(await resolver.resolve('coding')).toBe('build it')
  },
)

describe('preparing a project', () => {
  test('makes .autonoe before anything runs, and twice is once', async () => {
    await using project = await temporaryDirectory()
    await prepareProject(project.path)
    await prepareProject(project.path)
    expect((await readdir(project.join('.autonoe'))).sort()).toEqual(['.gitignore', 'evidence'])
    expect(await readFile(project.join('.autonoe/.gitignore'), 'utf8')).toContain('run.lock')
    expect(await readdir(project.path)).toEqual(['.autonoe'])
  })

  test('a project that is not there is named', async () => {
    await using directory = await temporaryDirectory()
    const path = directory.join('nowhere')
    await expect(prepareProject(path)).rejects.toThrow(`cannot work in ${path}: it does not exist`)
  })

  test('a file or a link in place of .autonoe is refused', async () => {
    await using project = await temporaryDirectory()
    await using elsewhere = await temporaryDirectory()
    await symlink(elsewhere.path, project.join('.autonoe'))
    await expect(prepareProject(project.path)).rejects.toThrow('is a link, not a directory')
    expect(await readdir(elsewhere.path)).toEqual([])
    await using other = await temporaryDirectory()
    await writeFile(other.join('.autonoe'), '')
    await expect(prepareProject(other.path)).rejects.toThrow('is a file, not a directory')
  })
})

test('agent.json is read where there is one, and an error leaves it as it was', async () => {
  await using project = await temporaryDirectory()
  await prepareProject(project.path)
  expect(await loadAgentConfiguration(project.path)).toEqual({ ok: true, value: {} })
  const path = project.join('.autonoe/agent.json')
  await writeFile(path, '{"profile": "go",}')
  const loaded = await loadAgentConfiguration(project.path)
  expect(loaded.ok ? '' : loaded.error.message).toContain(`${path}:1:17: not valid JSON`)
  expect(await readFile(path, 'utf8')).toBe('{"profile": "go",}')
})

describe('evidence', () => {
  const evidence = {
    deliverableId: 'DL-1',
    outcome: 'accepted',
    startedAt: '2026-01-01T00:00:00.000Z',
    commit: null,
    checks: [],
    testFiles: {},
  } as const

  test('is counted up for each deliverable and never replaced', async () => {
    await using project = await temporaryDirectory()
    const kept = createEvidenceStore(project.path)
    expect(await kept.store(evidence)).toBe('DL-1-1.json')
    expect(await kept.store(evidence)).toBe('DL-1-2.json')
    expect(await kept.store({ ...evidence, deliverableId: 'DL-1-2' })).toBe('DL-1-2-1.json')
    expect(await kept.store(evidence)).toBe('DL-1-3.json')
    const both = await Promise.all([kept.store(evidence), kept.store(evidence)])
    expect(both.sort()).toEqual(['DL-1-4.json', 'DL-1-5.json'])
  })

  test('stays in its directory whatever a deliverable is called', async () => {
    await using project = await temporaryDirectory()
    const kept = createEvidenceStore(project.path)
    const ids = ['../../../etc/passwd', 'a/b', 'a b', '', '.', '..', 'ü', 'x'.repeat(500)]
    const names = await Promise.all(ids.map((id) => kept.store({ ...evidence, deliverableId: id })))
    expect(new Set(names).size).toBe(ids.length)
    expect((await readdir(project.join('.autonoe/evidence'))).sort()).toEqual(names.sort())
  })
})

describe('hashes', () => {
  test('are by path; directories stand for their files, and what is outside is missing', async () => {
    await using project = await temporaryDirectory()
    await using elsewhere = await temporaryDirectory()
    await mkdir(project.join('tests/deep'), { recursive: true })
    await writeFile(project.join('tests/a.test.ts'), 'a')
    await writeFile(project.join('tests/deep/b.test.ts'), 'b')
    await writeFile(elsewhere.join('secret'), 's')
    await symlink(elsewhere.join('secret'), project.join('leak.test.ts'))
    const hashFiles = createHashFiles(project.path)
    const { hashes, missing } = await hashFiles([
      'tests',
      project.join('tests/a.test.ts'),
      'gone.test.ts',
      '../secret',
      'leak.test.ts',
    ])
    expect(Object.keys(hashes)).toEqual(['tests/a.test.ts', 'tests/deep/b.test.ts'])
    expect(missing).toEqual(['gone.test.ts', '../secret', 'leak.test.ts'])
    await writeFile(project.join('tests/a.test.ts'), 'a changed')
    expect((await hashFiles(['tests'])).hashes['tests/a.test.ts']).not.toBe(
      hashes['tests/a.test.ts'],
    )
  })
})

describe('the commit', () => {
  const commit = 'a'.repeat(40)

  test('is read from a branch, from packed refs, from a detached head and in a worktree', async () => {
    await using project = await temporaryDirectory()
    await mkdir(project.join('.git/refs/heads'), { recursive: true })
    await mkdir(project.join('packages/deep'), { recursive: true })
    const head = (text: string) => writeFile(project.join('.git/HEAD'), text)
    await head('ref: refs/heads/main\n')
    expect(await readCommit(project.path)).toBeNull()
    await writeFile(project.join('.git/packed-refs'), `# pack-refs\n${commit} refs/heads/main\n`)
    expect(await readCommit(project.join('packages/deep'))).toBe(commit)
    await writeFile(project.join('.git/refs/heads/main'), `${'b'.repeat(40)}\n`)
    expect(await readCommit(project.path)).toBe('b'.repeat(40))
    await mkdir(project.join('.git/worktrees/w'), { recursive: true })
    await mkdir(project.join('w'))
    await writeFile(project.join('w/.git'), 'gitdir: ../.git/worktrees/w\n')
    await writeFile(project.join('.git/worktrees/w/HEAD'), 'ref: refs/heads/main\n')
    await writeFile(project.join('.git/worktrees/w/commondir'), '../..\n')
    expect(await readCommit(project.join('w'))).toBe('b'.repeat(40))
    await head(`${commit}\n`)
    expect(await readCommit(project.path)).toBe(commit)
  })

  test('is null for what is none', async () => {
    await using project = await temporaryDirectory()
    await mkdir(project.join('.git'))
    await writeFile(project.join('.git/HEAD'), 'ref: refs/../../secret\n')
    expect(await readCommit(project.path)).toBeNull()
  })
})
