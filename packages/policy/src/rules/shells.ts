import { onlyText } from '../bash/argument.ts'
import { objectionToAddedProgram } from './arguments.ts'
import type { Rule } from './rule.ts'

/**
 * A shell that a project lists runs scripts that nobody has read, as node does. What stands on the
 * line after -c can be read, and is.
 */
export const shells: Rule = {
  commands: ['sh', 'bash', 'dash', 'zsh', 'ksh'],
  check(call) {
    for (const [index, word] of call.arguments.entries()) {
      const text = onlyText(word)
      if (text === undefined) return `\`${word.source}\` cannot be decided; write it out`
      if (/^-[a-z]*c$/.test(text)) {
        const script = onlyText(call.arguments[index + 1])
        return script === undefined
          ? 'the script cannot be decided; write it out'
          : call.runScript(script)
      }
      if (!/^-[eux]+$/.test(text)) {
        return text.startsWith('-') || text.startsWith('+')
          ? `the option ${text} is not allowed`
          : objectionToAddedProgram(call)
      }
    }
    return 'would read commands from its input; write the commands themselves'
  },
  examplesAllow: ['bash', 'sh'],
  match: ['bash scripts/build.sh', 'bash -c "npm test && ls"', 'sh -e run.sh'],
  notMatch: [
    'bash -c "rm x"',
    'bash',
    'echo ls | sh',
    'bash -c "$X"',
    'bash --rcfile x',
    'sh .autonoe/x',
    'bash -O x y',
  ],
}
