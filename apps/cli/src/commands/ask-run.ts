import type { CommandBody } from '../frame/command.ts'

export const run: CommandBody = async (invocation, context) => {
  context.stdout.write(`${invocation.operands[0]}\n`)
  return 0
}
