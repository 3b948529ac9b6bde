import { expect } from 'vitest'
import { type BashPolicyOptions, createBashPolicy } from '../src/bash-policy.ts'
import { judgeCommand } from '../src/judge-command.ts'

export type Settings = Omit<BashPolicyOptions, 'projectDirectory'>

export function expectAllowed(lines: readonly string[], settings: Settings = {}): void {
  expect(decisionsOn(lines, settings)).toEqual(all(lines, 'allow'))
}

export function expectDenied(lines: readonly string[], settings: Settings = {}): void {
  expect(decisionsOn(lines, settings)).toEqual(all(lines, 'deny'))
}

/** Why a line is denied; empty when it is allowed. */
export function reasonOf(line: string, settings: Settings = {}): string {
  const answer = judge(line, settings)
  return answer.decision === 'deny' ? answer.reason : ''
}

function decisionsOn(lines: readonly string[], settings: Settings): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line, judge(line, settings).decision]))
}

function judge(line: string, settings: Settings) {
  return judgeCommand(
    line,
    createBashPolicy({ projectDirectory: '/home/engineer/project', ...settings }),
  )
}

function all(lines: readonly string[], decision: 'allow' | 'deny'): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line, decision]))
}
