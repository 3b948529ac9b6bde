import { type Argument, anyMark } from '../bash/argument.ts'
import type { State } from '../bash/flow.ts'
import { objectionToProtected } from '../paths/judge-write.ts'
import { isProtectedPath, mayBeProtected } from '../paths/protected-path.ts'
import { absolutePath } from '../paths/resolve-path.ts'
import type { Call } from './rule.ts'

/**
 * A program of a profile runs code that nobody can judge, but a protected path has no business
 * among its arguments: `prettier --write .autonoe/x`, `tsc --outDir .claude`, `go build -o .mcp.json`.
 */
export function objectionToTool(call: Call): string | undefined {
  const words = call.arguments
  if (words.every(isHarmless) && !call.state.directories.some(isProtectedPath)) return undefined
  const found = words.find((argument) => mentionsProtected(argument, call.state))
  return found && `\`${found.source}\` is protected and may only be read with cat, grep, ls or git`
}

/**
 * A program that the project itself added: nothing is known of what it writes, so every argument
 * has to be decided and none may lead to a protected path, through links neither.
 */
export function objectionToAddedProgram(call: Call): string | undefined {
  for (const argument of call.arguments) {
    if (argument.texts === undefined || argument.splits) {
      return `\`${argument.source}\` cannot be decided; write the text itself`
    }
    const objection = objectionToMention(argument, call)
    if (objection !== undefined) return objection
  }
  return undefined
}

export function objectionToMention(argument: Argument, call: Call): string | undefined {
  if (mentionsProtected(argument, call.state)) return `\`${argument.source}\` is protected`
  for (const text of argument.texts ?? []) {
    if (anyMark.test(text)) continue
    for (const candidate of pathsIn(text)) {
      for (const directory of call.state.directories) {
        const objection = objectionToProtected(candidate, directory, call.policy)
        if (objection !== undefined) return objection
      }
    }
  }
  return undefined
}

/** Whether the text of an argument names a protected path, whole or as the value of an option. */
export function mentionsProtected(argument: Argument, state: State): boolean {
  if (isHarmless(argument) && !state.directories.some(isProtectedPath)) return false
  return textsOf(argument).some((text) =>
    pathsIn(text).some(
      (path) =>
        isProtectedPath(path) ||
        (anyMark.test(path) && mayBeProtected(path, anyMark)) ||
        state.directories.some((directory) => isProtectedFrom(directory, path)),
    ),
  )
}

function textsOf({ texts, prefix }: Argument): readonly string[] {
  return texts ?? (prefix === '' ? [] : [prefix])
}

function isHarmless({ texts, prefix }: Argument): boolean {
  return texts === undefined || texts.length === 1
    ? !suspicious.test(prefix)
    : !texts.some((text) => suspicious.test(text))
}

/** Text without a dot that begins a name (`.a`, `b/.a`, `-o.a`), and without anything unusual, names nothing protected. */
const suspicious = /(?:^|\W|^-[A-Za-z]+)\.|[^\w./@%+,:=-]/

/** In a directory that is not protected itself, a path is protected only by its own text. */
function isProtectedFrom(directory: string, path: string): boolean {
  if (!path.includes('..') && !isProtectedPath(directory)) return false
  return isProtectedPath(absolutePath(directory, path))
}

/** The paths that a program may see in one argument: `a`, `--out=a`, `-oa`, `-so.a`, `from:to`. */
function pathsIn(text: string): string[] {
  const paths = [text]
  const equals = text.indexOf('=')
  if (equals !== -1) paths.push(text.slice(equals + 1))
  if (/^-[A-Za-z]./.test(text)) paths.push(text.slice(2), text.replace(/^-[A-Za-z]+/, ''))
  if (/[:,]/.test(text)) paths.push(...text.split(/[:,=]/))
  return paths
}
