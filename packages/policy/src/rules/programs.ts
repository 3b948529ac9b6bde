import { err, ok, type Result } from '@agency/core'
import type { Argument } from '../bash/argument.ts'
import type { State } from '../bash/flow.ts'
import type { BashPolicy } from '../bash-policy.ts'
import { absolutePath } from '../paths/resolve-path.ts'
import { objectionToAddedProgram, objectionToTool } from './arguments.ts'
import { devScript } from './dev-script.ts'
import { insteadOf } from './instead.ts'
import { neverAllowed } from './never-allowed.ts'
import type { Call, Rule } from './rule.ts'
import { ruleOf } from './rules.ts'

/**
 * The program that a name on the line stands for, if the policy knows it. A path counts as its base
 * name only where the system or the project keeps its programs: any file may be called `npm`.
 */
export function programNamed(
  name: string,
  policy: BashPolicy,
  state: State,
): Result<string, string> {
  // Profiles hold plain names, and none that is never allowed.
  if (policy.commands.has(name)) return ok(name)
  if (neverAllowed.has(name)) return err(`${name} is never allowed: ${insteadOf(name)}`)
  if (!name.includes('/')) {
    return isListed(name, policy) ? ok(name) : err(notListed(name, policy))
  }
  if (name === devScript || name === `./${devScript}`) {
    const atRoot = state.directories.every((directory) => directory === policy.projectDirectory)
    return atRoot && state.directories.length > 0
      ? ok(devScript)
      : err(`${name}: only the project's own ${devScript} may run, from the project directory`)
  }
  const added = addedPath(name, policy, state)
  if (added !== undefined) return ok(added)
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (!isTrustedDirectory(name.slice(0, name.lastIndexOf('/')), policy, state)) {
    return err(`${name}: programs may not be started by this path; write the name alone`)
  }
  if (neverAllowed.has(base)) return err(`${base} is never allowed: ${insteadOf(base)}`)
  return isListed(base, policy) ? ok(base) : err(notListed(base, policy))
}

/** Why a program that is on the list may not be called like this. */
export function objectionToProgram(call: Call): string | undefined {
  const rule = ruleOf(call.name)
  const objection =
    rule !== undefined
      ? firstInEveryForm(call, rule)
      : call.policy.commands.has(call.name)
        ? objectionToTool(call)
        : objectionToAddedProgram(call)
  return objection === undefined ? undefined : `${call.name}: ${objection}`
}

/** A word that may be one of several texts is tried as each of them: one could be an option. */
function firstInEveryForm(call: Call, rule: Rule): string | undefined {
  if (!call.arguments.some(hasSeveralTexts)) return rule.check(call)
  let forms: (readonly Argument[])[] = [[]]
  for (const word of call.arguments) {
    const choices = hasSeveralTexts(word)
      ? word.texts.map((text) => ({ ...word, texts: [text], prefix: text }))
      : [word]
    forms = forms.flatMap((form) => choices.map((choice) => [...form, choice]))
    if (forms.length > mostForms) return 'too many forms to judge; write the values out'
  }
  for (const words of forms) {
    const objection = rule.check({ ...call, arguments: words })
    if (objection !== undefined) return objection
  }
  return undefined
}

function hasSeveralTexts(word: Argument): word is Argument & { readonly texts: readonly string[] } {
  return word.texts !== undefined && word.texts.length > 1
}

const mostForms = 600

const systemDirectories = new Set([
  ...'/bin /usr/bin /usr/local/bin /sbin /usr/sbin /usr/local/sbin'.split(' '),
  ...'/opt/homebrew/bin'.split(' '),
])

const projectDirectories = ['node_modules/.bin', '.venv/bin']

function isListed(name: string, policy: BashPolicy): boolean {
  return policy.commands.has(name) || policy.addedCommands.has(name)
}

function notListed(name: string, policy: BashPolicy): string {
  const advice = insteadOf(name)
  const shown = /^[\w.+@[\]:-]{1,40}$/.test(name) ? name : JSON.stringify(name.slice(0, 40))
  const profiles = ['base', ...policy.profiles].join(', ')
  return `${shown} is not an allowed command (profiles: ${profiles})${advice === '' ? '' : `; ${advice}`}`
}

/** A path that the project lists itself, from whatever directory it is named. */
function addedPath(name: string, policy: BashPolicy, state: State): string | undefined {
  for (const entry of policy.addedCommands) {
    if (!entry.includes('/')) continue
    const path = absolutePath(policy.projectDirectory, entry)
    const same = state.directories.every((directory) => absolutePath(directory, name) === path)
    if (same && state.directories.length > 0) return entry
  }
  return undefined
}

function isTrustedDirectory(directory: string, policy: BashPolicy, state: State): boolean {
  if (systemDirectories.has(directory)) return true
  const plain = directory.replace(/^\.\//, '')
  if (state.directories.length === 0) return false
  return projectDirectories.some((own) =>
    state.directories.every((current) => {
      const path = absolutePath(current, directory)
      return path === `${policy.projectDirectory}/${own}` || plain === own
    }),
  )
}
