import { ask } from './commands/ask.ts'
import { checkCommand } from './commands/check-command.ts'
import type { Command } from './frame/command.ts'

/** Every command there is, in the order that help shows them. */
export const commands: readonly Command[] = [ask, checkCommand]
