import type { State } from './bash/flow.ts'
import { judgeText } from './bash/judge-text.ts'
import type { Judgement } from './bash/judgement.ts'
import { judgeScript } from './bash/statements.ts'
import type { BashPolicy } from './bash-policy.ts'
import { allowed, type Decision, denied } from './decision.ts'

/** Whether a bash line may run. Never throws: what cannot be judged is denied. */
export function judgeCommand(line: string, policy: BashPolicy): Decision {
  const objections: string[] = []
  const state: State = {
    variables: new Map(),
    directories: [policy.workingDirectory],
    reachable: true,
  }
  const judgement: Judgement = {
    policy,
    source: line,
    depth: 0,
    object: (reason) => objections.push(reason),
    judgeScript,
  }
  try {
    judgeText(line, judgement, state)
  } catch (cause) {
    // The parser recurses; a line that exhausts it is a line that nobody writes.
    return denied(
      `cannot be judged (${cause instanceof Error ? cause.name : 'error'}); write it simpler`,
    )
  }
  const [reason] = objections
  return reason === undefined ? allowed : denied(shortened(reason))
}

/** A reason quotes the line, and a line may be long. */
function shortened(reason: string): string {
  return reason.length <= 400 ? reason : `${reason.slice(0, 300)} … ${reason.slice(-90)}`
}
