import type { DeliverableRepository, DeliverableStatus } from '@agency/core'
import { createStatusRepository } from '@agency/store'
import type { CommandBody, Context } from '../../frame/command.ts'
import { switchOption } from '../../frame/read-option.ts'
import { conditionOf } from '../condition.ts'
import { deliverableTable, evidencePath } from '../deliverable-table.ts'
import { readProjectDirectory } from '../project-directory.ts'
import { describeTally, formatUsd, tallyOf } from '../tally.ts'

export const run: CommandBody = async (invocation, context) => {
  const repository = createStatusRepository(readProjectDirectory(invocation, context))
  await showStatus(repository, switchOption(invocation, 'json'), context)
  return 0
}

export async function showStatus(
  repository: Pick<DeliverableRepository, 'exists' | 'load'>,
  json: boolean,
  context: Context,
): Promise<void> {
  const planned = await repository.exists()
  const status = await repository.load()
  const { stdout } = context
  if (json) stdout.write(`${JSON.stringify(report(planned, status), null, 2)}\n`)
  else if (planned) stdout.write(table(status, context))
  else stdout.write(`nothing is planned yet; "${context.program} run" does it\n`)
}

function report(planned: boolean, status: DeliverableStatus) {
  const deliverables = status.deliverables.map((deliverable) => ({
    id: deliverable.id,
    name: deliverable.name,
    state: conditionOf(deliverable),
    ...(deliverable.proof?.kind === 'verified'
      ? { evidence: evidencePath(deliverable.proof.evidence) }
      : {}),
  }))
  return { planned, ...tallyOf(status), costUsd: status.costUsd ?? 0, deliverables }
}

function table(status: DeliverableStatus, { stdout }: Context): string {
  const facts = `${describeTally(tallyOf(status))} · ${formatUsd(status.costUsd ?? 0)} so far`
  return [...deliverableTable(status.deliverables, stdout), '', facts, ''].join('\n')
}
