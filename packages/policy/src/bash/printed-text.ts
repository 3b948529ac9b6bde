import type { Command, Script } from 'unbash'
import { revisionMark } from './argument.ts'
import type { State } from './flow.ts'
import { exactly, type Piece, quotedUnknown } from './pieces.ts'

/** What a substitution prints: a few commands print something of a known shape. */
export function printedBy(script: Script | undefined, state: State): Piece {
  const command = onlyCommand(script)
  if (command?.name?.text === 'git' && isPrintingRevision(command)) return exactly(revisionMark)
  const isPlainPwd = command?.name?.text === 'pwd' && command.suffix.length === 0
  return isPlainPwd ? directoriesOf(state) : quotedUnknown
}

export function directoriesOf(state: State): Piece {
  return state.directories.length === 0
    ? quotedUnknown
    : { kind: 'texts', texts: state.directories }
}

function onlyCommand(script: Script | undefined): Command | undefined {
  const statements = script?.commands ?? []
  const command = statements[0]?.command
  return statements.length === 1 && command?.type === 'Command' && command.prefix.length === 0
    ? command
    : undefined
}

/** `$(git branch --show-current)` and its like: what git prints there is a valid name of a revision. */
function isPrintingRevision(command: Command): boolean {
  if (command.redirects.some((each) => each.type !== 'Redirect')) return false
  return printsRevision.test(command.args.map((word) => word.text).join(' '))
}

const printsRevision =
  /^(branch --show-current|rev-parse( --short| --abbrev-ref| --verify)* (HEAD|[A-Za-z][\w/]*)|merge-base( [A-Za-z][\w/.-]*){2}|describe( --tags| --always| --abbrev=0)*|symbolic-ref --short HEAD)$/
