import { objectionToTool } from './arguments.ts'
import type { Rule } from './rule.ts'

/** `pip config edit --editor ./evil` starts the editor. */
export const pip: Rule = {
  commands: ['pip', 'pip3'],
  check(call) {
    const [verb] = call.arguments.filter((word) => !word.prefix.startsWith('-'))
    if (verb !== undefined && (verb.splits || verb.prefix === '')) {
      return `\`${verb.source}\` cannot be decided; write the subcommand itself`
    }
    const starts = call.arguments.find((word) => /^--ed|^edit$/.test(word.prefix))
    return verb?.prefix === 'config' && starts !== undefined
      ? `config: \`${starts.source}\` starts an editor; use config set`
      : objectionToTool(call)
  },
  match: ['pip install -e .', 'pip config list', 'pip install edit'],
  notMatch: [
    'pip config edit',
    'X="config edit"; pip $X',
    'pip config --editor ./e edit',
    'pip install -t .autonoe x',
    'pip install -t.autonoe x',
    'pip install -t.claude x',
  ],
}
