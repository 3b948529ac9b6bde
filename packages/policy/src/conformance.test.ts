import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBashPolicy } from './bash-policy.ts'
import { createBashHook } from './hooks/bash-hook.ts'
import { createProtectedPathHook } from './hooks/protected-path-hook.ts'
import type { ToolCall } from './hooks/tool-call.ts'
import { judgeCommand } from './judge-command.ts'
import { noFiles } from './paths/file-view.ts'
import type { ProfileName } from './profiles.ts'

interface BashCase {
  readonly id: string
  readonly command: string | null
  readonly rawInput?: ToolCall
  readonly profile?: ProfileName | readonly ProfileName[] | null
  readonly allowCommands?: readonly string[]
  readonly allowPkillTargets?: readonly string[]
  readonly expect: 'allow' | 'deny'
}

interface PathCase {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly setup?: readonly string[]
  readonly expect: 'approve' | 'block'
}

const projectDirectory = '/home/engineer/project'

describe('bash cases', () => {
  const cases = ['bash.jsonl', 'bash-own.jsonl', 'bash-finds.jsonl'].flatMap((file) =>
    load<BashCase>(file),
  )

  test('there are enough of them', () => {
    expect(cases.length).toBeGreaterThan(400)
  })

  test.each(cases)('$id', (entry) => {
    expect({ command: entry.command, decision: decide(entry) }).toEqual({
      command: entry.command,
      decision: entry.expect,
    })
  })

  // Over a thousand lines of a bash expert's memory: one test, for the runner's sake.
  test('every attack of the review is denied, and every everyday line is allowed', () => {
    const reviewed = load<BashCase>('bash-review.jsonl')
    expect(reviewed.length).toBeGreaterThan(1000)
    expect(reviewed.filter((entry) => decide(entry) !== entry.expect)).toEqual([])
  })
})

describe('path cases', () => {
  const hook = createProtectedPathHook({ projectDirectory, files: noFiles })
  // Those with a set-up need real links: protected-path-hook.int.test.ts.
  const cases = load<PathCase>('paths.jsonl').filter((entry) => entry.setup === undefined)

  test.each(cases)('$id', (entry) => {
    const answer = hook({ tool_name: entry.tool, tool_input: entry.input })
    expect(answer.decision).toBe(entry.expect)
  })
})

function decide(entry: BashCase): string {
  const policy = createBashPolicy({
    profile: entry.profile ?? undefined,
    allowCommands: entry.allowCommands,
    allowPkillTargets: entry.allowPkillTargets,
    projectDirectory,
  })
  if (entry.rawInput === undefined) return judgeCommand(entry.command ?? '', policy).decision
  const answer = createBashHook(policy)(entry.rawInput)
  return answer.decision === 'approve' ? 'allow' : 'deny'
}

function load<T>(file: string): T[] {
  const text = readFileSync(join(import.meta.dirname, '../fixtures', file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
