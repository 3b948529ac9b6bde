export { defaultConfiguration, type RunnerConfiguration } from './cli/arguments.ts'
export { ClaudeCodeRunner, type ClaudeCodeRunnerOptions } from './cli/claude-code-runner.ts'
export type {
  CommandExecutor,
  CommandExit,
  CommandLine,
  RunningCommand,
} from './cli/command-executor.ts'
export { type Environment, refusedVariable, secretsIn } from './cli/environment.ts'
export { findClaude } from './cli/find-claude.ts'
export { permissionModes } from './cli/permission-modes.ts'
export { createSpawnExecutor } from './cli/spawn-executor.ts'
