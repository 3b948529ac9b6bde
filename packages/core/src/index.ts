export { AgencyError } from './agency-error.ts'
export type { AIEvent, AIEventListener } from './ai/events.ts'
export {
  ClaudeInvocationError,
  type InvocationFailure,
  isTransient,
  type RunSoFar,
} from './ai/invocation-error.ts'
export { permissionModes } from './ai/permission-modes.ts'
export {
  type AIRequest,
  type AIRequestOptions,
  type Conversation,
  createAIRequest,
} from './ai/request.ts'
export type { AIResult } from './ai/result.ts'
export type { AIRunner } from './ai/runner.ts'
export { assertNever } from './assert-never.ts'
export { type Clock, type Random, systemClock } from './clock.ts'
export { errorMessage } from './error-message.ts'
export {
  createLogger,
  type LogData,
  type Logger,
  type LoggerOptions,
  type LogLevel,
  silentLogger,
} from './logger.ts'
export { redactSecrets } from './redact-secrets.ts'
export { err, ok, type Result } from './result.ts'
export {
  type Attempt,
  defaultRetryPolicy,
  type Retried,
  type RetryPolicy,
  type RetryPorts,
  retry,
} from './retry.ts'
export type { SandboxNetwork, SandboxPolicy } from './sandbox/policy.ts'
export type {
  ConfinedCommand,
  Sandbox,
  SandboxSignal,
  UnconfinedCommand,
} from './sandbox/sandbox.ts'
export { SandboxError } from './sandbox/sandbox-error.ts'
export { createQueue } from './serial-queue.ts'
export type { AgentClient, AgentClientFactory, SessionSetup } from './solo/agent-client.ts'
export { claimedPass } from './solo/claimed-pass.ts'
export { DamagedStateError } from './solo/damaged-state-error.ts'
export type {
  Deliverable,
  DeliverableRepository,
  DeliverableStatus,
  LostPass,
  Proof,
} from './solo/deliverable.ts'
export type {
  BlockDeliverable,
  CreateDeliverables,
  NewDeliverable,
  SetDeliverableStatus,
} from './solo/deliverable-input.ts'
export {
  createDeliverableService,
  type DeliverableLedger,
  type DeliverableService,
  type DeliverableServiceOptions,
} from './solo/deliverable-service.ts'
export { createDoneGate } from './solo/gate/done-gate.ts'
export type {
  Evidence,
  EvidenceOfCheck,
  EvidenceStore,
  TestEvidence,
} from './solo/gate/evidence.ts'
export { isTestFile } from './solo/gate/named-test-files.ts'
export type {
  CheckReport,
  CommandJudgement,
  CommandRun,
  DoneGatePorts,
  FinishedCheck,
  HashFiles,
  RunCommand,
} from './solo/gate/ports.ts'
export type { InstructionResolver, ProjectFingerprint } from './solo/ports.ts'
export type {
  RunEvent,
  RunEventListener,
  RunOutcome,
  RunResult,
  SessionResult,
} from './solo/run-event.ts'
export type {
  RunningServer,
  ServerExit,
  ServerPorts,
  ServerRequest,
  ServerStart,
  StartServer,
} from './solo/servers/ports.ts'
export {
  createSessionServers,
  type ServerName,
  type SessionServers,
} from './solo/servers/session-servers.ts'
export {
  createSessionRunner,
  type SessionRunner,
  type SessionRunnerOptions,
} from './solo/session-loop.ts'
export {
  type AgentConfiguration,
  createSettings,
  type HookMatcher,
  type HookSettings,
  type McpServer,
  type Settings,
} from './solo/settings.ts'
export {
  type AgentText,
  ResultSubtype,
  type SessionEnd,
  type StreamEvent,
  type ToolInvocation,
  type ToolResponse,
} from './solo/stream-event.ts'
export type { ToolFailure, ToolResult } from './solo/tool-result.ts'
export type { StalePass, Verification, Verifier } from './solo/verifier.ts'
