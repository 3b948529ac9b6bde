import type { CheckProblems, CheckReport, CommandRun } from './ports.ts'

/** What its output says, as far as somebody could read it. */
interface Readings {
  readonly report: CheckReport | undefined
  readonly problems: CheckProblems | undefined
}

type FinishedRun = Exclude<CommandRun, { readonly outcome: 'not-started' }>

/** Why a finished command does not count as a success, for the agent; undefined when it does. */
export function refusalOf(
  command: string,
  run: FinishedRun,
  { report, problems }: Readings,
  timeoutMs: number,
): string | undefined {
  const verdict = verdictOf(run, report, timeoutMs)
  if (verdict === undefined) return undefined
  const failures = report === undefined ? [] : failuresOf(report)
  // A tool's own account of a failure is short; without one the end of the output has to do.
  const details = failures.length > 0 || problems === undefined ? failures : problemsOf(problems)
  const shown = details.length > 0 ? details.join('\n') : endOf(outputOf(run), mostOutput)
  return `\`${cut(command, 300)}\` ${verdict}.${shown === '' ? ' It printed nothing.' : `\n${shown}`}`
}

export function outputOf(run: FinishedRun): string {
  return [run.stdout, run.stderr].filter((text) => text.trim() !== '').join('\n')
}

/** The end of a text: what went wrong stands there. */
export function endOf(text: string, characters: number): string {
  const trimmed = text.trim()
  if (trimmed.length <= characters) return trimmed
  const end = trimmed.slice(-characters)
  return `… (${trimmed.length - end.length} characters left out)\n${end.slice(end.indexOf('\n') + 1)}`
}

const mostOutput = 2_000
const mostFailures = 5
const mostProblems = 10

function verdictOf(
  run: FinishedRun,
  report: CheckReport | undefined,
  timeoutMs: number,
): string | undefined {
  if (run.outcome === 'timed-out') {
    return `did not end within ${Math.round(timeoutMs / 1000)} s and was stopped (no exit code)`
  }
  if (run.outcome === 'too-much-output') return 'printed too much and was stopped (no exit code)'
  if (run.outcome === 'held-up') {
    return 'ended, but what it had started kept the sandbox from ending (no exit code)'
  }
  if (run.outcome === 'killed') return 'was killed by a signal (no exit code)'
  if (report?.outcome === 'empty') {
    return run.exitCode === 0
      ? `executed no test, which counts as failed though its exit code is 0: ${emptiness(report)}`
      : `failed with exit code ${run.exitCode} and executed no test`
  }
  if (report !== undefined && report.failed + report.errors > 0) {
    const hidden =
      run.exitCode === 0 ? ', though its exit code is 0' : `, exit code ${run.exitCode}`
    return `failed: ${countOf(report)}${hidden}`
  }
  return run.exitCode === 0 ? undefined : `failed with exit code ${run.exitCode}`
}

function emptiness({ skipped, runs }: CheckReport): string {
  const runners = [...new Set(runs.map(({ runner }) => runner))].join(', ')
  return skipped > 0 ? `${runners} skipped all ${skipped}` : `${runners} reports no test that ran`
}

function countOf({ failed, errors, passed }: CheckReport): string {
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'} outside tests`] : []),
    `${passed} passed`,
  ]
  return parts.join(', ')
}

function failuresOf({ failures }: CheckReport): string[] {
  const shown = failures.slice(0, mostFailures).map(({ name, file, line, message }) => {
    const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`
    return `- ${cut(name, 200)}${place}\n  ${cut(message.trim(), 400).replaceAll('\n', '\n  ')}`
  })
  const rest = failures.length - shown.length
  return rest > 0 ? [...shown, `… and ${rest} more`] : shown
}

/** Warnings alone have stopped nothing: then the cause is another. */
function problemsOf({ problems, errors }: CheckProblems): string[] {
  const shown = problems.filter(({ severity }) => severity === 'error').slice(0, mostProblems)
  if (shown.length === 0) return []
  const lines = shown.map(({ file, line, column, rule, message }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':')
    const what = `${cut(message.trim(), 400).replaceAll('\n', '\n  ')}${rule ? ` (${rule})` : ''}`
    return place === '' ? `- ${what}` : `- ${place}: ${what}`
  })
  const rest = errors - shown.length
  return [
    `${errors} ${errors === 1 ? 'error' : 'errors'}:`,
    ...lines,
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ]
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters)} …`
}
