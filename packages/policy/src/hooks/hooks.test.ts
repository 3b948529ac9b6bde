import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { createBashPolicy } from '../bash-policy.ts'
import type { FileView } from '../paths/file-view.ts'
import { noFiles } from '../paths/file-view.ts'
import { createBashHook } from './bash-hook.ts'
import { createFileScopeHook } from './file-scope-hook.ts'
import { createProtectedPathHook } from './protected-path-hook.ts'

const projectDirectory = '/home/engineer/project'
const scope = { projectDirectory, files: noFiles }

describe('the bash hook', () => {
  const hook = createBashHook(createBashPolicy({ projectDirectory }))
  const bash = (tool_input: Record<string, unknown>) => hook({ tool_name: 'Bash', tool_input })

  verifies('SC-X016', 'approves a call without a command', () => {
    expect(bash({})).toEqual({ decision: 'approve' })
  })

  verifies('AUT-121', 'blocks with a reason that names the command', () => {
    expect(bash({ command: 'npm test' })).toEqual({ decision: 'approve' })
    const answer = bash({ command: 'ls && rm x' })
    expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('rm') })
  })

  test('blocks a command that is no text, and one that would leave the sandbox', () => {
    expect(bash({ command: ['ls'] }).decision).toBe('block')
    expect(bash({ command: 'ls', dangerouslyDisableSandbox: true }).decision).toBe('block')
  })

  test('blocks an input that is no object, and does not throw', () => {
    for (const input of [null, undefined, 'rm x', 5, ['rm x']]) {
      const call = { tool_name: 'Bash', tool_input: input as never }
      expect(hook(call).decision).toBe('block')
      for (const own of [createFileScopeHook(scope), createProtectedPathHook(scope)]) {
        expect(own({ ...call, tool_name: 'Write' }).decision).toBe('block')
      }
    }
  })

  test('has nothing to say of other tools', () => {
    expect(hook({ tool_name: 'Read', tool_input: { command: 'rm x' } }).decision).toBe('approve')
  })
})

describe('the protection', () => {
  const hook = createProtectedPathHook(scope)
  const write = (file_path: unknown, tool_name = 'Write') =>
    hook({ tool_name, tool_input: { file_path } }).decision

  verifies(
    ['SC-AP001', 'SC-AP003', 'SC-AP004', 'SC-AP006', 'SC-AP007'],
    'blocks .autonoe in every spelling of the path',
    () => {
      expect(write('.autonoe/status.json')).toBe('block')
      expect(write('/abs/.autonoe/file')).toBe('block')
      expect(write('./project/.autonoe/x')).toBe('block')
      expect(write('.autonoe\\file')).toBe('block')
      const camelCase = hook({ tool_name: 'Write', tool_input: { filePath: '.autonoe/x' } })
      expect(camelCase.decision).toBe('block')
    },
  )

  test('blocks a protected path under every name and at every depth of the input', () => {
    const inputs: readonly Record<string, unknown>[] = [
      { file: { path: '.autonoe/x' } },
      { target_file: '.autonoe/x' },
      { 'file-path': '.autonoe/x' },
      { file_path: 'a', edits: [{ file_path: '.autonoe/x' }] },
      { file_path: ' .autonoe/x' },
      { file_path: '.autonoe\0/x' },
      { file_path: 'file:///p/%2Eautonoe/x' },
      { path: `${'./'.repeat(3000)}.autonoe/x` },
      { path: '.autonoe/a\nb' },
      { files: { '.autonoe/x': 'content' } },
      { command: 'mv .autonoe x' },
      { file_path: '.git/rebase-merge/git-rebase-todo' },
    ]
    for (const tool_name of [
      'Write',
      'MultiEdit',
      'mcp__files__edit',
      'mcp__files__read_and_write',
    ]) {
      const passed = inputs.filter(
        (tool_input) => hook({ tool_name, tool_input }).decision === 'approve',
      )
      expect(passed).toEqual([])
    }
  })

  test('approves contents that speak of protected paths', () => {
    const edits = [{ old_string: '.autonoe/x', new_string: '.git/hooks' }]
    const tool_input = { file_path: 'a', content: '.autonoe/x', edits }
    expect(hook({ tool_name: 'MultiEdit', tool_input }).decision).toBe('approve')
    const click = { tool_name: 'mcp__browser__click', tool_input: { selector: '.claude' } }
    expect(hook(click).decision).toBe('approve')
  })

  verifies(['SC-AP002', 'SC-AP005', 'AUT-070'], 'approves everything else', () => {
    const names = [
      'src/index.ts',
      '.autonoe-note.txt',
      'my.autonoe.md',
      '.autonoe-x/y',
      '.github/x',
      '.gitignore',
    ]
    expect(names.filter((name) => write(name) === 'block')).toEqual([])
    expect(write(undefined)).toBe('approve')
  })

  verifies('AUT-069', 'covers each tool that changes files', () => {
    for (const tool of ['Write', 'Edit', 'MultiEdit']) {
      expect(write('.autonoe/status.json', tool)).toBe('block')
    }
    const notebook = {
      tool_name: 'NotebookEdit',
      tool_input: { notebook_path: '.autonoe/a.ipynb' },
    }
    expect(hook(notebook).decision).toBe('block')
  })

  verifies('AUT-068', 'reading is free', () => {
    expect(write('.autonoe/status.json', 'Read')).toBe('approve')
    expect(write('.autonoe', 'Grep')).toBe('approve')
  })

  test('covers every protected path, whatever its case', () => {
    const paths = [
      '.git/hooks/pre-commit',
      '.git/config',
      '.git/modules/a/config',
      '.mcp.json',
      '.claude/settings.json',
      '.GIT/Config',
      'sub/.git/config',
      '.git',
    ]
    expect(paths.filter((path) => write(path) === 'approve')).toEqual([])
    expect(['.git/HEAD', '.git/info/exclude'].filter((path) => write(path) === 'block')).toEqual([])
  })

  test('what a file says is not where it goes', () => {
    const call = {
      tool_name: 'Write',
      tool_input: { file_path: '.gitignore', content: '.autonoe/' },
    }
    expect(hook(call).decision).toBe('approve')
  })

  test('a tool that nobody knows is taken to write', () => {
    const move = (source: string) =>
      hook({ tool_name: 'mcp__fs__move_file', tool_input: { source, nested: [{ to: 'x' }] } })
        .decision
    expect(move('.autonoe')).toBe('block')
    expect(move('src')).toBe('approve')
    const read = { tool_name: 'mcp__fs__read_file', tool_input: { path: '.autonoe/x' } }
    expect(hook(read).decision).toBe('approve')
  })

  test('links are followed, also those to nothing and in a circle', () => {
    const links: Record<string, string> = { out: '.autonoe/new', a: 'b', b: 'a', deep: 'out' }
    const files: FileView = {
      ...noFiles,
      linkTarget: (path) => links[path.replace(`${projectDirectory}/`, '')],
    }
    const linked = createProtectedPathHook({ projectDirectory, files })
    const decide = (file_path: string) =>
      linked({ tool_name: 'Write', tool_input: { file_path } }).decision
    expect(decide('out')).toBe('block')
    expect(decide('deep')).toBe('block')
    expect(decide('src/a')).toBe('approve')
  })
})

describe('the scope of the file tools', () => {
  const hook = createFileScopeHook(scope)

  verifies('AUT-065', 'is the project and nothing else', () => {
    for (const tool of ['Read', 'Write', 'Edit', 'Glob', 'Grep']) {
      const key = tool === 'Glob' || tool === 'Grep' ? 'path' : 'file_path'
      const decide = (path: string) =>
        hook({ tool_name: tool, tool_input: { [key]: path } }).decision
      for (const path of ['src/a.ts', './a', `${projectDirectory}/a`, 'a/../b'])
        expect(decide(path)).toBe('approve')
      for (const path of ['/etc/passwd', '../a', 'a/../../b', '~/x', `${projectDirectory}-2/a`]) {
        expect(decide(path)).toBe('block')
      }
    }
    expect(hook({ tool_name: 'Grep', tool_input: { pattern: '/etc/passwd' } }).decision).toBe(
      'approve',
    )
    expect(hook({ tool_name: 'Glob', tool_input: { pattern: '/etc/*' } }).decision).toBe('block')
  })
})
