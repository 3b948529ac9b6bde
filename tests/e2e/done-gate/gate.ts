import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createDoneGate, type Deliverable, systemClock } from '@agency/core'
import { createBashPolicy, judgeCommand, nodeFileView, objectionToCheck } from '@agency/policy'
import { readProblems, readTestReport } from '@agency/reports'
import { createConfinedRunner, createSandbox } from '@agency/sandbox'
import {
  createEvidenceStore,
  createHashFiles,
  createProjectFingerprint,
  findPackageScripts,
  findTestFiles,
  prepareProject,
  readCommit,
} from '@agency/store'
import { type TemporaryDirectory, temporaryDirectory } from '@agency/testing'

const path = process.env['PATH'] ?? ''

/** A project with the real gate at its door: policy, sandbox, reports, evidence on disk. */
export interface GatedProject extends TemporaryDirectory {
  write(files: Readonly<Record<string, string>>): void
  /** Claims that a deliverable with these commands is done. */
  claim(verify: readonly string[]): ReturnType<Gate['verify']>
  deliverable(verify: readonly string[]): Deliverable
  readonly gate: Gate
}

type Gate = ReturnType<typeof createDoneGate>

export async function gatedProject(files: Readonly<Record<string, string>>): Promise<GatedProject> {
  const directory = await temporaryDirectory()
  await prepareProject(directory.path)
  const policy = createBashPolicy({ projectDirectory: directory.path, files: nodeFileView })
  const gate = createDoneGate({
    judge: (command) => judgeCommand(command, policy),
    objectionToCheck,
    findScripts: (command) => findPackageScripts(directory.path, command),
    runCommand: createConfinedRunner({
      sandbox: createSandbox({ path }),
      policy: {
        workDirectory: directory.path,
        protected: [directory.join('.autonoe')],
        programs: ['bun'],
        network: { mode: 'none' },
      },
      environment: { PATH: path, HOME: directory.path, NO_COLOR: '1' },
    }),
    readReport: readTestReport,
    readProblems,
    evidence: createEvidenceStore(directory.path),
    fingerprint: createProjectFingerprint(directory.path),
    hashFiles: createHashFiles(directory.path),
    findTestFiles: () => findTestFiles(directory.path),
    commit: () => readCommit(directory.path),
    clock: systemClock,
    timeoutMs: 30_000,
  })
  const project: GatedProject = {
    ...directory,
    gate,
    write(contents) {
      for (const [name, content] of Object.entries(contents)) {
        mkdirSync(dirname(directory.join(name)), { recursive: true })
        writeFileSync(directory.join(name), content)
      }
    },
    deliverable,
    claim: (verify) => gate.verify(deliverable(verify), new AbortController().signal),
  }
  project.write(files)
  return project
}

function deliverable(verify: readonly string[]): Deliverable {
  return {
    id: 'DL-001',
    name: 'Sum',
    acceptanceCriteria: [],
    passed: false,
    blocked: false,
    verify,
  }
}
