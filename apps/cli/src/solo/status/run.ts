import type {
  DeliverableRepository,
  DeliverableStatus,
  LostPass,
  ProjectFingerprint,
} from '@agency/core'
import { createProjectFingerprint, createStatusRepository } from '@agency/store'
import type { CommandBody, Context } from '../../frame/command.ts'
import { switchOption } from '../../frame/read-option.ts'
import { conditionOf } from '../condition.ts'
import { deliverableTable, evidencePath, isOutdated } from '../deliverable-table.ts'
import { readProjectDirectory } from '../project-directory.ts'
import { describeTally, formatUsd, tallyOf } from '../tally.ts'

interface StatusParts {
  readonly repository: Pick<DeliverableRepository, 'exists' | 'load'>
  readonly fingerprint: ProjectFingerprint
}

export const run: CommandBody = async (invocation, context) => {
  const projectDirectory = readProjectDirectory(invocation, context)
  const parts = {
    repository: createStatusRepository(projectDirectory),
    fingerprint: createProjectFingerprint(projectDirectory),
  }
  await showStatus(parts, switchOption(invocation, 'json'), context)
  return 0
}

async function showStatus(
  { repository, fingerprint }: StatusParts,
  json: boolean,
  context: Context,
): Promise<void> {
  const planned = await repository.exists()
  const status = await repository.load()
  const { stdout } = context
  const isVerified = status.deliverables.some(({ proof }) => proof?.kind === 'verified')
  const project = isVerified ? await fingerprint.take(context.interrupted) : undefined
  if (json) stdout.write(`${JSON.stringify(report(planned, status, project), null, 2)}\n`)
  else if (planned) stdout.write(table(status, project, context))
  else stdout.write(`nothing is planned yet; "${context.program} run" does it\n`)
}

function report(planned: boolean, status: DeliverableStatus, project: string | undefined) {
  const deliverables = status.deliverables.map((deliverable) => ({
    id: deliverable.id,
    name: deliverable.name,
    state: conditionOf(deliverable),
    ...(deliverable.proof?.kind === 'verified'
      ? { evidence: evidencePath(deliverable.proof.evidence) }
      : {}),
    ...(isOutdated(deliverable, project) ? { changedSince: true } : {}),
    ...(deliverable.lostPass === undefined ? {} : { lostPass: reportLoss(deliverable.lostPass) }),
  }))
  return { planned, ...tallyOf(status), costUsd: status.costUsd ?? 0, deliverables }
}

function reportLoss({ reason, evidence }: LostPass) {
  return { reason, ...(evidence === undefined ? {} : { evidence: evidencePath(evidence) }) }
}

function table(
  status: DeliverableStatus,
  project: string | undefined,
  { stdout }: Context,
): string {
  const facts = `${describeTally(tallyOf(status))} · ${formatUsd(status.costUsd ?? 0)} so far`
  return [...deliverableTable(status.deliverables, stdout, project), '', facts, ''].join('\n')
}
