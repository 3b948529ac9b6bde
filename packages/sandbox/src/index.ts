export { checkSandboxTools, type SandboxCheck } from './check-sandbox-tools.ts'
export { type ClaudeAccessOptions, grantClaudeAccess } from './claude-access.ts'
export { createSandbox, type SandboxOptions } from './create-sandbox.ts'
export { createNoSandbox } from './no-sandbox.ts'
