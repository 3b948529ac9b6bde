import { join } from 'node:path'
import {
  createDoneGate,
  type ProjectFingerprint,
  type Settings,
  systemClock,
  type Verifier,
} from '@agency/core'
import { createBashPolicy, judgeCommand, objectionToCheck } from '@agency/policy'
import { type FinishedCommand, readProblems, readTestReport } from '@agency/reports'
import { createConfinedRunner, createNoSandbox, createSandbox } from '@agency/sandbox'
import {
  createEvidenceStore,
  createHashFiles,
  findPackageScripts,
  findTestFiles,
  readCommit,
} from '@agency/store'
import type { Context } from '../frame/command.ts'
import { bashPolicyOptions } from './bash-policy-options.ts'

export interface GateParts {
  readonly projectDirectory: string
  readonly settings: Settings
  readonly sandbox: boolean
  readonly fingerprint: ProjectFingerprint
  readonly context: Context
}

/** What checks are written in, wherever it is installed. */
const runtimes = ['node', 'npm', 'npx', 'bun', 'deno', 'python3', 'go', 'cargo', 'ruby']

/** The done gate on this machine: the policy, the sandbox and the readers of reports behind it. */
export function createGate(parts: GateParts): Verifier {
  const { projectDirectory, settings, sandbox, fingerprint, context } = parts
  const { PATH: path = '/usr/local/bin:/usr/bin:/bin', LANG = 'C.UTF-8' } = context.environment
  const policy = createBashPolicy(bashPolicyOptions(projectDirectory, settings))
  return createDoneGate({
    judge: (command) => judgeCommand(command, policy),
    objectionToCheck,
    findScripts: (command) => findPackageScripts(projectDirectory, command),
    runCommand: createConfinedRunner({
      sandbox: sandbox ? createSandbox({ path }) : createNoSandbox(),
      policy: {
        workDirectory: projectDirectory,
        protected: [join(projectDirectory, '.autonoe')],
        programs: runtimes.filter((name) => Bun.which(name, { PATH: path }) !== null),
        network: { mode: 'open' },
        // A check may well drive a browser.
        unixSockets: true,
      },
      environment: { PATH: path, LANG, HOME: '/tmp', TERM: 'dumb', CI: 'true' },
    }),
    readReport: (finished) => readTestReport(relativeTo(projectDirectory, finished)),
    readProblems: (finished) => readProblems(relativeTo(projectDirectory, finished)),
    evidence: createEvidenceStore(projectDirectory),
    fingerprint,
    hashFiles: createHashFiles(projectDirectory),
    findTestFiles: () => findTestFiles(projectDirectory),
    commit: () => readCommit(projectDirectory),
    clock: systemClock,
  })
}

/** Tools name files by their whole path; for the agent and the person they are the project's. */
function relativeTo(directory: string, finished: FinishedCommand): FinishedCommand {
  const relative = (text: string) => text.replaceAll(`${directory}/`, '')
  return { ...finished, stdout: relative(finished.stdout), stderr: relative(finished.stderr) }
}
