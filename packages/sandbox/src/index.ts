export { createSandbox, type SandboxOptions } from './create-sandbox.ts'
export { createNoSandbox } from './no-sandbox.ts'
