import { ask } from './commands/ask.ts'
import { checkCommand } from './commands/check-command.ts'
import { completion } from './commands/completion.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { install } from './commands/install.ts'
import { rehearsalRecord } from './commands/rehearsal-record.ts'
import { rehearsalReplay } from './commands/rehearsal-replay.ts'
import { rehearsalServe } from './commands/rehearsal-serve.ts'
import { sandboxExec } from './commands/sandbox-exec.ts'
import type { Command } from './frame/command.ts'

/** Every command there is, in the order that help shows them. */
export const commands: readonly Command[] = [
  ask,
  rehearsalServe,
  rehearsalRecord,
  rehearsalReplay,
  checkCommand,
  sandboxExec,
  demo,
  doctor,
  install,
  completion,
]
