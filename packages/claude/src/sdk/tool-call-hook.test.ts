import type { PreToolUseHookInput } from '@anthropic-ai/claude-agent-sdk'
import { expect, test } from 'vitest'
import { type ToolCallHook, toSdkHook } from './tool-call-hook.ts'

const input: PreToolUseHookInput = {
  hook_event_name: 'PreToolUse',
  session_id: '',
  transcript_path: '',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 't',
}
const ask = (...hooks: ToolCallHook[]) =>
  toSdkHook(hooks)(input, 't', { signal: new AbortController().signal })
const approve: ToolCallHook = () => ({ decision: 'approve' })
const denied = (reason: unknown) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
})

test('approval of all hooks leaves the decision to the rules', async () => {
  expect(await ask(approve, approve)).toEqual({})
})

test('one objection denies, with its reason', async () => {
  const block: ToolCallHook = ({ tool_name }) => ({ decision: 'block', reason: `no ${tool_name}` })
  expect(await ask(approve, block)).toEqual(denied('no Bash'))
})

test('a hook that fails denies', async () => {
  const broken: ToolCallHook = () => {
    throw new Error('broken')
  }
  expect(await ask(approve, broken)).toEqual(denied(expect.stringContaining('broken')))
})
