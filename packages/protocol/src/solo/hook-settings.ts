import type { HookSettings } from '@agency/core'
import { z } from 'zod'

/** The events of Claude Code 2.1.325 on which a hook can run. */
const hookEvents =
  `PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit
  UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact
  PostCompact PreModelSwitch PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle
  TaskCreated TaskCompleted Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove
  InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay`.split(/\s+/)

const text = z.string().regex(/\S/, 'must not be empty')
const seconds = z.exactOptional(z.number().positive('must be more than 0 seconds'))

/** Each kind with what it cannot do without; its other settings are Claude Code's to read. */
const hook = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('command'), command: text, timeout: seconds }),
    z.looseObject({ type: z.literal('prompt'), prompt: text, timeout: seconds }),
    z.looseObject({ type: z.literal('agent'), prompt: text, timeout: seconds }),
    z.looseObject({ type: z.literal('http'), url: text, timeout: seconds }),
  ],
  { error: () => 'a hook has a "type": "command", "prompt", "agent" or "http"' },
)

const matcher = z.strictObject(
  { matcher: z.exactOptional(z.string()), hooks: z.array(hook).readonly() },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? 'accepted are matcher, hooks' : undefined,
  },
)

const event = z
  .string()
  .refine((name) => hookEvents.includes(name), `no event; accepted are ${hookEvents.join(', ')}`)

export const hookSettings: z.ZodType<HookSettings> = z
  .record(event, z.array(matcher).readonly())
  .readonly()
