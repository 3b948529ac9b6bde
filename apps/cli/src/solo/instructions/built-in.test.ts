import {
  createBashPolicy,
  createProtectedPathHook,
  judgeCommand,
  nodeFileView,
} from '@agency/policy'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { builtInInstructions } from './built-in.ts'

const { initializer, coding } = builtInInstructions

describe('the initializer', () => {
  verifies('AUT-035', 'has SPEC.md read and the work recorded with checkable criteria', () => {
    inOrder(initializer, ['Read `SPEC.md`', '`create_deliverable`', '`acceptanceCriteria`'])
    expect(initializer).toMatch(/`acceptanceCriteria`: what must be true, each .* can be checked/)
    expect(initializer).toContain('`DL-001`')
  })

  test('asks for verify commands and test files wherever there can be some', () => {
    expect(initializer).toMatch(/`verify`: .*Give them to every deliverable that can have them/s)
    expect(initializer).toContain('`tests`')
    expect(initializer).toContain('runs no test counts as failed')
  })

  test('has the features read, the notes written and the plan committed, and nothing built yet', () => {
    expect(initializer).toContain('features/*.feature')
    expect(initializer).toContain('Do not implement the deliverables')
    inOrder(initializer, ['`git init`', '`.autonoe-note.txt`', 'git commit'])
  })
})

describe('the coding instruction', () => {
  verifies('AUT-036', 'names the tool for verified work and the one for limits', () => {
    expect(coding).toMatch(
      /`set_deliverable_status` .* `passed: true`, for work that you have\s+verified/,
    )
    expect(coding).toMatch(/`block_deliverable` only for a limit of this environment/)
    expect(coding).toMatch(/several real attempts/)
  })

  verifies('AUT-037', 'has the notes read and updated, with the reason for each block', () => {
    inOrder(coding, ['Read `.autonoe-note.txt`', 'Update `.autonoe-note.txt`'])
    expect(coding).toMatch(/reason for each blocked deliverable into `\.autonoe-note\.txt`/)
  })

  verifies('AUT-037', 'is about a file that the agent may write and edit', () => {
    const hook = createProtectedPathHook({ projectDirectory: '/project', files: nodeFileView })
    const input = { file_path: '/project/.autonoe-note.txt' }
    for (const tool_name of ['Write', 'Edit']) {
      expect(hook({ tool_name, tool_input: input })).toMatchObject({ decision: 'approve' })
    }
  })

  verifies('AUT-136', 'describes a check in the browser step by step', () => {
    inOrder(coding, ['1. navigate', '2. snapshot', '3. interact', '4. wait_for', '5. verify'])
    inOrder(coding, [
      '`browser_navigate`',
      '`browser_snapshot`',
      '`browser_click`',
      '`browser_wait_for`',
      '`browser_verify_text_visible`',
    ])
  })

  test('has a server started for the browser, and stopped', () => {
    inOrder(coding, ['`start_server`', '`browser_navigate`', '`stop_server`', 'Claim it'])
    expect(coding).toMatch(/Only the browser reaches it, not your commands/)
  })

  test('takes one deliverable from reading to the claim, which comes last', () => {
    inOrder(coding, [
      'Read `SPEC.md`',
      'Read `.autonoe/status.json`',
      'Check something that passed',
      'Choose one deliverable',
      'Build it',
      'Verify it as a user would',
      'run every `verify` command',
      'Commit and leave notes',
      'Claim it',
    ])
    expect(coding).toContain('Never weaken a check')
    expect(coding).toMatch(/Take one that has lost its pass, if there is any/)
  })
})

test('both forbid writing where the program keeps its state', () => {
  for (const text of [initializer, coding]) expect(text).toMatch(/`\.autonoe\/` .*never write/s)
})

test('every command line that they recommend is one that the policy allows', () => {
  const policy = createBashPolicy({
    projectDirectory: '/project',
    workingDirectory: '/project',
    files: nodeFileView,
  })
  const lines = [...`${initializer}${coding}`.matchAll(/`((?:git|bun|npm|python|go) [^`]+)`/g)]
  expect(lines.length).toBeGreaterThan(5)
  for (const [, line = ''] of lines) {
    expect(judgeCommand(line.replace(/\s+/g, ' '), policy), line).toEqual({ decision: 'allow' })
  }
})

function inOrder(text: string, parts: readonly string[]): void {
  const places = parts.map((part) => text.indexOf(part))
  expect(places, parts.join(' → ')).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}
