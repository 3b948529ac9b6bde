import type { Redirect, Redirection, Word } from 'unbash'
import { objectionToTarget } from '../rules/write-target.ts'
import { type Argument, isDecided } from './argument.ts'
import type { State } from './flow.ts'
import type { Judgement } from './judgement.ts'
import { evaluateParts, evaluateWord } from './words.ts'

/** Judges where a command's input comes from and where its output goes. */
export function judgeRedirections(
  judgement: Judgement,
  redirections: readonly Redirection[],
  state: State,
): void {
  for (const redirection of redirections) judgeRedirection(judgement, redirection, state)
}

function judgeRedirection(judgement: Judgement, redirection: Redirection, state: State): void {
  if (redirection.descriptor?.type === 'FileDescriptorVariable') {
    judgement.object(`{${redirection.descriptor.name}}: name the file descriptor by its number`)
  }
  switch (redirection.type) {
    case 'HereDoc':
      if (redirection.delimiter === undefined || redirection.closing === undefined) {
        judgement.object('the here-document has no end; close it with its delimiter')
      }
      evaluateParts(judgement, redirection.body.parts ?? [], 'here-document', state)
      return
    case 'HereString':
      if (redirection.target !== undefined) evaluateWord(judgement, redirection.target, state)
      return
    case 'Redirect':
      judgeFile(judgement, redirection, state)
      return
    default:
      judgement.object('this redirection cannot be judged; use >, >>, < or |')
  }
}

function judgeFile(judgement: Judgement, redirect: Redirect, state: State): void {
  const { target } = redirect
  if (target === undefined) {
    judgement.object('a redirection without a target')
    return
  }
  const [file, ...others] = evaluateWord(judgement, target, state)
  if (file === undefined || others.length > 0) {
    judgement.object(`"${target.text}" is not one file; redirect to a single path`)
    return
  }
  if (isProcessSubstitution(target)) return
  const { operator } = redirect
  if (operator === '<&' || operator === '>&') {
    if (isDecided(file) && file.texts.every((text) => /^(\d+-?|-)$/.test(text))) return
    if (operator === '<&') {
      judgement.object(`"<&${target.text}": write the number of a file descriptor`)
      return
    }
    // Bash removes quotes from this target twice: `>&.a\\utonoe/x` writes to .autonoe/x.
    if (!/^[\w./@%+=:,-]+$/.test(target.text)) {
      judgement.object(`">&${target.text}": write "> file 2>&1" instead`)
      return
    }
  }
  if (operator === '<') judgeInput(judgement, file)
  else {
    const objection = objectionToTarget(file, judgement.policy, state)
    if (objection !== undefined) judgement.object(`redirection: ${objection}`)
  }
}

function isProcessSubstitution(word: Word): boolean {
  const first = word.text.charAt(0)
  if (first !== '<' && first !== '>') return false
  return word.parts?.length === 1 && word.parts[0]?.type === 'ProcessSubstitution'
}

/** Reading a file is the sandbox's matter, but bash opens sockets under these names. */
function judgeInput(judgement: Judgement, file: Argument): void {
  const texts = file.texts ?? [file.prefix]
  const opensSocket = texts.some((text) => /^\/+dev\/+(tcp|udp)(\/|$)/.test(text))
  const undecided =
    file.texts === undefined && (file.prefix === '' || '/dev/'.startsWith(file.prefix.slice(0, 5)))
  if (opensSocket) judgement.object('bash may not open network connections')
  else if (undecided) judgement.object(`\`< ${file.source}\`: write the path of the file itself`)
}
