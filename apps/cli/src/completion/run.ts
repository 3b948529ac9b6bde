import { commands } from '../commands.ts'
import type { CommandBody } from '../frame/command.ts'
import { agency, commandsOf, links } from '../programs.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { createGrammar, type Grammar } from './grammar.ts'
import { zshCompletion } from './zsh.ts'

const shells: Readonly<Record<string, (grammar: Grammar) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** For agency and every other name that offers something. */
export const run: CommandBody = async ({ operands: [shell = ''] }, { stdout }) => {
  for (const program of [agency, ...links]) {
    const offered = commandsOf(program, commands)
    if (offered.length > 0)
      stdout.write(shells[shell]?.(createGrammar(program.name, offered)) ?? '')
  }
  return 0
}
