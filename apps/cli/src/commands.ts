import { ask } from './commands/ask.ts'
import { checkCommand } from './commands/check-command.ts'
import { completion } from './commands/completion.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { init } from './commands/init.ts'
import { install } from './commands/install.ts'
import { projectStatus } from './commands/project-status.ts'
import { rehearsalRecord } from './commands/rehearsal-record.ts'
import { rehearsalReplay } from './commands/rehearsal-replay.ts'
import { rehearsalServe } from './commands/rehearsal-serve.ts'
import { run } from './commands/run.ts'
import { sandboxExec } from './commands/sandbox-exec.ts'
import type { Command } from './frame/command.ts'

/** Every command there is, in the order that help shows them. */
export const commands: readonly Command[] = [
  run,
  init,
  projectStatus,
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
