export { StorageError, systemCode } from './files/storage-error.ts'
export { acquireRunLock, ProjectBusyError, type RunLock } from './lock/run-lock.ts'
export { loadAgentConfiguration } from './project/agent-configuration.ts'
export { createEvidenceStore } from './project/evidence-store.ts'
export { createHashFiles } from './project/hash-files.ts'
export {
  type BuiltInInstructions,
  createInstructionResolver,
} from './project/instruction-resolver.ts'
export { findPackageScripts } from './project/package-scripts.ts'
export { prepareProject } from './project/prepare-project.ts'
export { createProjectFingerprint, findTestFiles } from './project/project-fingerprint.ts'
export { readCommit } from './project/read-commit.ts'
export { createStatusRepository } from './project/status-repository.ts'
