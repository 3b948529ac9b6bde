import {
  createDoneGate,
  type ProjectFingerprint,
  type Settings,
  systemClock,
  type Verifier,
} from '@agency/core'
import { createBashPolicy, judgeCommand, objectionToCheck } from '@agency/policy'
import { type FinishedCommand, readProblems, readTestReport } from '@agency/reports'
import { createConfinedRunner } from '@agency/sandbox'
import {
  createEvidenceStore,
  createHashFiles,
  findPackageScripts,
  findTestFiles,
  readCommit,
} from '@agency/store'
import { bashPolicyOptions } from './bash-policy-options.ts'
import { type ConfinementParts, confine } from './confinement.ts'

export interface GateParts extends ConfinementParts {
  readonly settings: Settings
  readonly fingerprint: ProjectFingerprint
}

/**
 * The done gate on this machine: the policy, the sandbox and the readers of reports behind it. Disposing it
 * waits for the end of a check that was aborted: nothing of it outlives the run.
 */
export function createGate(parts: GateParts): Verifier & AsyncDisposable {
  const { projectDirectory, settings, sandbox, fingerprint, context } = parts
  const policy = createBashPolicy(bashPolicyOptions(projectDirectory, settings))
  const confined = confine({ projectDirectory, sandbox, context })
  const checks = new Set<Promise<unknown>>()
  const gate = createDoneGate({
    judge: (command) => judgeCommand(command, policy),
    objectionToCheck,
    findScripts: (command) => findPackageScripts(projectDirectory, command),
    runCommand(line, limits) {
      const check = createConfinedRunner(confined())(line, limits)
      checks.add(check)
      return check.finally(() => checks.delete(check))
    },
    readReport: (finished) => readTestReport(relativeTo(projectDirectory, finished)),
    readProblems: (finished) => readProblems(relativeTo(projectDirectory, finished)),
    evidence: createEvidenceStore(projectDirectory),
    fingerprint,
    hashFiles: createHashFiles(projectDirectory),
    findTestFiles: () => findTestFiles(projectDirectory),
    commit: () => readCommit(projectDirectory),
    clock: systemClock,
  })
  return {
    ...gate,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(checks)
    },
  }
}

/** Tools name files by their whole path; for the agent and the person they are the project's. */
function relativeTo(directory: string, finished: FinishedCommand): FinishedCommand {
  const relative = (text: string) => text.replaceAll(`${directory}/`, '')
  return { ...finished, stdout: relative(finished.stdout), stderr: relative(finished.stderr) }
}
