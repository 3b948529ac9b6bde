export { anyText } from './any-text.ts'
export { asNobody } from './as-nobody.ts'
export { type CompiledAgency, compileAgency } from './compile-agency.ts'
export { type FakeClock, fakeClock } from './fake-clock.ts'
export { findClaudeBinary } from './find-claude-binary.ts'
export { isolatedEnvironment } from './isolated-environment.ts'
export { type MemoryRepository, memoryRepository } from './memory-repository.ts'
export { MockAgentClient } from './mock-agent-client.ts'
export { type ReservedPort, reservePort } from './reserve-port.ts'
export {
  type ClaudeRun,
  type ClaudeRunOptions,
  type ClaudeStreamEvent,
  runClaude,
} from './run-claude.ts'
export { runToEnd } from './run-to-end.ts'
export * as scriptedLoop from './scripted-loop.ts'
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts'
export { type LogEntry, TestLogger } from './test-logger.ts'
export { verifies } from './verifies.ts'
