import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Evidence, EvidenceOfCheck } from '@agency/core'
import { parseEvidence } from '@agency/protocol'
import { paint, type Terminal } from '../frame/terminal.ts'

/** What the done gate saw, look by look in their order. */
export async function describeEvidence(project: string, paper: Terminal): Promise<string> {
  const directory = join(project, '.autonoe', 'evidence')
  const names = await readdir(directory)
  const all = await Promise.all(names.map((name) => loadEvidence(join(directory, name))))
  all.sort((a, b) => a.startedAt.localeCompare(b.startedAt))
  const lines = all.map(({ deliverableId, outcome, checks }) => {
    const mark = outcome === 'accepted' ? paint(paper, 'green', '✓') : paint(paper, 'yellow', '!')
    return `  ${mark} ${deliverableId}  ${outcome.padEnd(8)}  ${checks.map(describeCheck).join('; ')}`
  })
  return [
    '',
    'What agency saw when it checked the claims, and again before it said "done":',
    '',
    ...lines,
    '',
  ].join('\n')
}

async function loadEvidence(file: string): Promise<Evidence> {
  const evidence = parseEvidence(await readFile(file, 'utf8'), file)
  if (!evidence.ok) throw evidence.error
  return evidence.value
}

function describeCheck(check: EvidenceOfCheck): string {
  if (!check.ran) return `${check.command}: not run`
  const { command, exitCode, tests } = check
  const counts = tests === undefined ? '' : `, ${tests.passed} of ${tests.executed} tests passed`
  return `${command}: exit ${exitCode}${counts}`
}
