import { AgencyError } from '../../agency-error.ts'
import type { Deliverable } from '../deliverable.ts'
import type { Verification, Verifier } from '../verifier.ts'
import type { Evidence, EvidenceOfCheck, ProblemEvidence, TestEvidence } from './evidence.ts'
import { isTestFile, namedTestFiles } from './named-test-files.ts'
import type { CheckProblems, CheckReport, DoneGatePorts } from './ports.ts'
import { endOf, outputOf, refusalOf } from './refusal.ts'
import { findStalePasses } from './stale-passes.ts'

/**
 * Looks at a claimed pass: runs the deliverable's verify commands, believes their exit codes and
 * their test reports, and leaves evidence of what it saw.
 */
export function createDoneGate(
  ports: DoneGatePorts,
): Verifier & Required<Pick<Verifier, 'objectionTo'>> {
  return {
    verify: (deliverable, signal) => verify(deliverable, signal, ports),
    findStale: (passed, signal) => findStalePasses(passed, signal, ports),
    objectionTo: (commands) => objectionTo(commands, ports),
  }
}

const defaultTimeoutMs = 10 * 60_000
const storedOutput = 16_000

async function verify(
  deliverable: Deliverable,
  signal: AbortSignal,
  ports: DoneGatePorts,
): Promise<Verification> {
  const commands = deliverable.verify ?? []
  if (commands.length === 0) return withoutCommands(deliverable)
  const startedAt = new Date(ports.clock.now()).toISOString()
  const project = await ports.fingerprint.take(signal)
  const before = await ports.hashFiles(deliverable.tests ?? [])
  const looks: Look[] = []
  let reason = before.missing.length > 0 ? missingTests(before.missing) : undefined
  for (const command of commands) {
    if (reason !== undefined) break
    signal.throwIfAborted()
    const look = await lookAt(command, signal, ports)
    looks.push(look)
    reason = look.refusal
  }
  const { hashes } = await ports.hashFiles(await testFilesOf(deliverable, looks, ports))
  reason ??= changedMeanwhile(before.hashes, hashes)
  const evidence: Evidence = {
    deliverableId: deliverable.id,
    outcome: reason === undefined ? 'accepted' : 'refused',
    ...(reason === undefined ? {} : { reason }),
    startedAt,
    commit: await ports.commit(),
    checks: looks.map(({ check }) => check),
    testFiles: hashes,
    project,
  }
  const name = await ports.evidence.store(evidence)
  return reason === undefined
    ? {
        outcome: 'accepted',
        proof: { kind: 'verified', evidence: name, testFiles: hashes, project },
      }
    : { outcome: 'refused', reason, evidence: name }
}

/** A pass that was verified once does not become a matter of trust because its commands are gone. */
function withoutCommands({ proof }: Deliverable): Verification {
  if (proof?.kind !== 'verified') return { outcome: 'accepted', proof: { kind: 'self-reported' } }
  return {
    outcome: 'refused',
    reason: 'its earlier pass was verified by commands, and status.json no longer has them',
  }
}

function objectionTo(commands: readonly string[], ports: DoneGatePorts): string | undefined {
  for (const command of commands) {
    const reason = objectionToLine(command, ports)
    if (reason !== undefined) return reason
  }
  return undefined
}

function objectionToLine(command: string, ports: DoneGatePorts): string | undefined {
  const judgement = ports.judge(command)
  if (judgement.decision === 'deny') {
    return `\`${command}\` was not run, the policy denies it: ${judgement.reason}`
  }
  const objection = ports.objectionToCheck(command)
  return objection === undefined
    ? undefined
    : `\`${command}\` was not run, it proves nothing: ${objection}`
}

async function objectionToScripts(
  command: string,
  ports: DoneGatePorts,
): Promise<string | undefined> {
  for (const script of await ports.findScripts(command)) {
    const objection = ports.objectionToCheck(script)
    if (objection !== undefined) {
      return `\`${command}\` was not run, its script \`${script}\` proves nothing: ${objection}`
    }
  }
  return undefined
}

interface Look {
  readonly check: EvidenceOfCheck
  readonly refusal: string | undefined
  readonly output: string
  readonly ranTests: boolean
}

async function lookAt(command: string, signal: AbortSignal, ports: DoneGatePorts): Promise<Look> {
  const objection = objectionToLine(command, ports) ?? (await objectionToScripts(command, ports))
  if (objection !== undefined) return notRun(command, objection)
  const timeoutMs = ports.timeoutMs ?? defaultTimeoutMs
  const run = await ports.runCommand(command, { timeoutMs, signal })
  if (run.outcome === 'not-started') {
    throw new AgencyError('not_verified', `\`${command}\` could not be run: ${run.reason}`)
  }
  const { exitCode, stdout, stderr, outputSha256, durationMs } = run
  const finished = { command, stdout, stderr, exitCode }
  const report = ports.readReport(finished)
  const problems = ports.readProblems(finished)
  const output = outputOf(run)
  return {
    check: {
      command,
      ran: true,
      exitCode,
      timedOut: run.outcome === 'timed-out',
      durationMs,
      outputSha256,
      output: endOf(output, storedOutput),
      ...(report === undefined ? {} : { tests: testEvidence(report) }),
      ...(problems === undefined ? {} : { problems: problemEvidence(problems) }),
    },
    refusal: refusalOf(command, run, { report, problems }, timeoutMs),
    output,
    ranTests: report !== undefined,
  }
}

function notRun(command: string, reason: string): Look {
  return { check: { command, ran: false, reason }, refusal: reason, output: '', ranTests: false }
}

function testEvidence(report: CheckReport): TestEvidence {
  const { outcome, recognizedBy, runs, passed, failed, skipped, errors, executed } = report
  const runners = [...new Set(runs.map(({ runner }) => runner))]
  return { outcome, recognizedBy, runners, passed, failed, skipped, errors, executed }
}

function problemEvidence({ checkers, errors, warnings }: CheckProblems): ProblemEvidence {
  return { checkers, errors, warnings }
}

/** A runner that does not say which files it ran may have run any: then all of them are locked. */
async function testFilesOf(
  { tests = [] }: Deliverable,
  looks: readonly Look[],
  ports: DoneGatePorts,
): Promise<readonly string[]> {
  const named = looks.flatMap(({ check, output, ranTests }) =>
    namedTestFiles(check.command, ranTests ? output : ''),
  )
  const files = [...new Set([...tests, ...named])]
  const known = await ports.hashFiles(files)
  const isKnown = tests.length > 0 || Object.keys(known.hashes).some(isTestFile)
  if (isKnown || !looks.some(({ ranTests }) => ranTests)) return files
  return [...new Set([...files, ...(await ports.findTestFiles())])]
}

function missingTests(missing: readonly string[]): string {
  return `its tests are not there: ${missing.join(', ')}. Write them, as files of the project`
}

function changedMeanwhile(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string | undefined {
  const changed = Object.keys(before).filter((path) => after[path] !== before[path])
  return changed.length === 0
    ? undefined
    : `its tests changed while they were being verified: ${changed.join(', ')}`
}
