import { onlyText } from '../bash/argument.ts'
import { objectionToTool } from './arguments.ts'
import type { Rule } from './rule.ts'

/** `dlv exec /bin/rm` starts any program, and `attach` takes over a running one; a built one passes. */
export const dlv: Rule = {
  commands: ['dlv'],
  check(call) {
    const undecided = call.arguments.find((word) => word.splits || word.prefix === '')
    if (undecided !== undefined) return `\`${undecided.source}\` cannot be decided; write it out`
    const at = call.arguments.findIndex((word) => /^(exec|attach|replay|core)$/.test(word.prefix))
    const verb = call.arguments[at]
    if (verb?.prefix === 'attach') return 'attach: only programs that it starts itself'
    const operands = at === -1 ? [] : call.arguments.slice(at + 1)
    const program = operands.find((word) => !word.prefix.startsWith('-'))
    const path = onlyText(program)
    if (program !== undefined && (path === undefined || /^[/~]|(^|\/)\.\.(\/|$)/.test(path))) {
      return `\`${program.source}\`: only a program that was built inside the project`
    }
    return objectionToTool(call)
  },
  match: ['dlv debug ./cmd/app', 'dlv exec ./bin/app -- --port 1', 'dlv test ./pkg'],
  notMatch: [
    'dlv exec /bin/rm -- x',
    'dlv --headless exec ../x',
    'dlv attach 1',
    'dlv exec "$X"',
    'dlv $X',
  ],
}
