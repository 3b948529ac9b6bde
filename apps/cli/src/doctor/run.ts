import type { CommandBody, Context } from '../frame/command.ts'
import { switchOption } from '../frame/read-option.ts'
import { paint, type Style } from '../frame/terminal.ts'
import type { Check, Finding } from './check.ts'
import { agencyRoot } from './checks/agency-root.ts'
import { browser } from './checks/browser.ts'
import { claude } from './checks/claude.ts'
import { credentials } from './checks/credentials.ts'
import { git } from './checks/git.ts'
import { ports } from './checks/ports.ts'
import { sandbox } from './checks/sandbox.ts'
import { type Examined, examine } from './examine.ts'
import { createPlace } from './place.ts'

const checks: readonly Check[] = [claude, git, sandbox, browser, agencyRoot, credentials, ports]

/** Long enough for a cold disk, short enough that nobody waits for what hangs. */
const limitMs = 5_000

export const run: CommandBody = async (invocation, context) => {
  const findings = await examine(checks, createPlace(context), limitMs, context.interrupted)
  const lacking = findings.filter(isLacking)
  if (switchOption(invocation, 'json')) {
    const report = { ok: lacking.length === 0, version: context.version, checks: findings }
    context.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  } else {
    context.stdout.write(describe(findings, context))
  }
  return lacking.length === 0 ? 0 : 1
}

function isLacking(finding: Examined): boolean {
  return finding.needed && finding.state === 'missing'
}

const styles: Readonly<Record<Finding['state'], Style>> = {
  ok: 'green',
  warn: 'yellow',
  missing: 'red',
}

function describe(findings: readonly Examined[], context: Context): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.map((finding) => {
    const state = paint(context.stdout, styles[finding.state], finding.state.padEnd(7))
    const fix =
      finding.state === 'ok' ? '' : ` ${paint(context.stdout, 'bold', `→ ${finding.fix}`)}`
    return `  ${state}  ${finding.name.padEnd(width)}  ${finding.detail}${fix}`
  })
  return `${lines.join('\n')}\n\n${verdict(findings, context)}\n`
}

function verdict(findings: readonly Examined[], context: Context): string {
  const names = findings.filter(isLacking).map(({ name }) => name)
  if (names.length > 0) {
    return paint(context.stdout, 'red', `agency cannot work yet: ${names.join(', ')}`)
  }
  const open = findings.filter(({ state }) => state !== 'ok').length
  const rest = open === 0 ? '' : `; ${open} of ${findings.length} could be better`
  return paint(context.stdout, 'green', `agency can work here${rest}`)
}
