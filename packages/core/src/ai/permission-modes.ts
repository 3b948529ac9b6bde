/** The permission modes of Claude Code. */
export const permissionModes = [
  'default',
  'acceptEdits',
  'auto',
  'manual',
  'dontAsk',
  'plan',
  'bypassPermissions',
] as const
