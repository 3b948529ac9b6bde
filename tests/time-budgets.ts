import type { Reporter } from 'vitest/node'

/** Seconds that the tests may take on two quiet cores: each part of them, and all together. */
const budgets: Readonly<Record<string, number>> = { unit: 5, int: 300, all: 600 }

/** Cores are rarely quiet, and a few seconds tell nothing then: of the unit tests, processor time is counted. */
const enforced = ['int', 'all']

interface Surroundings {
  /** Milliseconds since the tests were started. */
  readonly now: () => number
  readonly print: (line: string) => void
  /** Called for what takes too long on a machine that is meant to be quiet. */
  readonly fail?: () => void
  /** Code that counts its own lines is slower: the seconds of the unit tests are not meant for it. */
  readonly isCovered?: boolean
}

interface InProject {
  readonly project: { readonly name: string }
}

/** Tells how long each part of the tests took beside its budget. The parts run one after another. */
export function createTimeBudgets({ now, print, fail, isCovered = false }: Surroundings) {
  const begun = new Map<string, number>()
  const ended = new Map<string, number>()

  function tell(name: string, ms: number): void {
    const budget = budgets[name]
    if (budget === undefined || (name === 'unit' && isCovered)) return
    const isSlow = ms >= budget * 1000
    const isFailure = isSlow && fail !== undefined && enforced.includes(name)
    const remark = isFailure ? 'too slow, the run FAILED' : 'slow for two quiet cores'
    const time = `${(ms / 1000).toFixed(1)} s of ${budget} s`
    print(`${name.padStart(12)} ${time}${isSlow ? `: ${remark}` : ''}`)
    if (isFailure) fail()
  }

  return {
    onTestModuleQueued({ project }: InProject) {
      if (!begun.has(project.name)) begun.set(project.name, now())
    },
    onTestModuleEnd({ project }: InProject) {
      ended.set(project.name, now())
    },
    onTestRunEnd() {
      for (const [name, end] of ended) tell(name, end - (begun.get(name) ?? 0))
      tell('all', now())
    },
  } satisfies Reporter
}
