import { fakeClock } from '@agency/testing'
import type { Deliverable } from '../src/solo/deliverable.ts'
import { createDoneGate } from '../src/solo/gate/done-gate.ts'
import type { Evidence } from '../src/solo/gate/evidence.ts'
import type {
  CheckProblems,
  CheckReport,
  CommandRun,
  DoneGatePorts,
} from '../src/solo/gate/ports.ts'

const signal = new AbortController().signal

interface World {
  readonly runs?: Readonly<Record<string, CommandRun>>
  readonly reports?: Readonly<Record<string, CheckReport>>
  readonly problems?: Readonly<Record<string, CheckProblems>>
  readonly denied?: Readonly<Record<string, string>>
  readonly idle?: readonly string[]
  readonly scripts?: Readonly<Record<string, readonly string[]>>
  readonly files?: Readonly<Record<string, string>>
  readonly whenRun?: () => void
}

/** A gate whose project, policy and commands are those of the given world. */
export function gate({
  runs = {},
  reports = {},
  problems = {},
  denied = {},
  idle = [],
  scripts = {},
  files = {},
  whenRun,
}: World) {
  const ran: string[] = []
  const stored: Evidence[] = []
  const disk = new Map(Object.entries(files))
  const ports: DoneGatePorts = {
    judge: (command) => {
      const reason = denied[command]
      return reason === undefined ? { decision: 'allow' } : { decision: 'deny', reason }
    },
    objectionToCheck: (command) => (idle.includes(command) ? 'it cannot fail' : undefined),
    findScripts: async (command) => scripts[command] ?? [],
    async runCommand(command) {
      ran.push(command)
      whenRun?.()
      return runs[command] ?? exited(127, `${command}: not found`)
    },
    readReport: ({ command }) => reports[command],
    readProblems: ({ command }) => problems[command],
    evidence: {
      async store(evidence) {
        stored.push(evidence)
        return `${evidence.deliverableId}-${stored.length}.json`
      },
    },
    fingerprint: {
      take: async () => [...disk].map(([path, content]) => `${path}=${content}`).join(),
    },
    async hashFiles(paths) {
      const there = paths.flatMap((path) => [...disk].filter(([name]) => name === path))
      return { hashes: Object.fromEntries(there), missing: paths.filter((path) => !disk.has(path)) }
    },
    findTestFiles: async () => [...disk.keys()].filter((path) => /test/.test(path)),
    commit: async () => 'c0ffee',
    clock: fakeClock(),
  }
  const doneGate = createDoneGate(ports)
  const bare = { id: 'DL-1', name: 'Sum', acceptanceCriteria: [], passed: false, blocked: false }
  return {
    ran,
    stored,
    files: disk,
    objectionTo: (commands: readonly string[]) => doneGate.objectionTo(commands),
    verify: (
      commands: readonly string[] | undefined,
      more: Partial<Deliverable> = {},
      by = signal,
    ) =>
      doneGate.verify(
        { ...bare, ...(commands === undefined ? {} : { verify: commands }), ...more },
        by,
      ),
    staleBecause: async (proof: Deliverable['proof'], commands: readonly string[] = []) => {
      const passed = { ...bare, passed: true, verify: commands, ...(proof ? { proof } : {}) }
      return (await doneGate.findStale([passed], signal))[0]?.because
    },
  }
}

export function exited(exitCode: number, stdout = '') {
  const outputSha256 = `hash of ${stdout}`
  return { outcome: 'exited', exitCode, stdout, stderr: '', outputSha256, durationMs: 1 } as const
}

export function report(values: Partial<CheckReport>): CheckReport {
  const { passed = 0, failed = 0 } = values
  return {
    outcome: 'passed',
    recognizedBy: 'command',
    runs: [{ runner: 'vitest' }],
    failures: [],
    passed,
    failed,
    skipped: 0,
    errors: 0,
    executed: passed + failed,
    ...values,
  }
}

export function reasonOf(verification: {
  readonly outcome: string
  readonly reason?: string
}): string {
  return verification.reason ?? verification.outcome
}
