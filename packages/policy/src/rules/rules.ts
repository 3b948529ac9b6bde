import { chmod } from './chmod.ts'
import { cp } from './cp.ts'
import { dlv } from './dlv.ts'
import { find } from './find.ts'
import { git } from './git/git.ts'
import { go } from './go.ts'
import { mkdir } from './mkdir.ts'
import { pip } from './pip.ts'
import { pkill } from './pkill.ts'
import type { Rule } from './rule.ts'
import { runners } from './runners/runners.ts'
import { starters } from './runners/starters.ts'
import { sed } from './sed.ts'
import { shells } from './shells.ts'
import { devScriptRule, jump, lsof, printf, printing } from './small-rules.ts'
import { testCommand } from './test-command.ts'
import { textTools } from './text-tools.ts'
import { wrappers } from './wrappers.ts'
import { writers } from './writers.ts'

/** Every rule there is. Programs without one are judged by where they were listed. */
export const rules: readonly Rule[] = [
  printing,
  printf,
  find,
  mkdir,
  cp,
  chmod,
  git,
  lsof,
  pkill,
  testCommand,
  jump,
  devScriptRule,
  runners,
  starters,
  go,
  dlv,
  pip,
  wrappers,
  shells,
  writers,
  textTools,
  sed,
]

const byCommand = new Map(rules.flatMap((rule) => rule.commands.map((name) => [name, rule])))

export function ruleOf(command: string): Rule | undefined {
  return byCommand.get(command)
}
