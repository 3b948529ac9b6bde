import { resolve } from 'node:path'
import { assertNever } from '@agency/core'
import type { CommandBody, Context } from '../frame/command.ts'
import { switchOption, textOption } from '../frame/read-option.ts'
import { paint } from '../frame/terminal.ts'
import { UsageError } from '../frame/usage-error.ts'
import { type Installed, install } from './install.ts'
import { type PathState, pathState } from './path-advice.ts'
import { runningExecutable } from './running-executable.ts'

export const run: CommandBody = async (invocation, context) => {
  const source = runningExecutable()
  if (source === undefined) {
    const advice = 'compile it first with "./build.sh compile", then type "dist/agency install"'
    throw new UsageError(`agency runs from its sources; ${advice}`)
  }
  const home = context.environment['HOME'] ?? ''
  const chosen = textOption(invocation, 'prefix')
  if (chosen === '') throw new UsageError('--prefix is empty; name a directory')
  if (chosen === undefined && home === '') {
    throw new UsageError('HOME is not set; name a directory with --prefix')
  }
  const prefix = resolve(context.workingDirectory, chosen ?? `${home}/.local/bin`)
  const installed = await install(source, prefix)
  if (!installed.ok) throw new UsageError(installed.error)
  const path = pathState(prefix, context.environment, home)
  if (switchOption(invocation, 'json')) {
    const report = { ...installed.value, version: context.version, path }
    context.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  } else {
    context.stdout.write(describe(installed.value, path, context))
  }
  return 0
}

const verbs = { installed: 'Installed', updated: 'Updated', kept: 'Kept' }

function describe({ executable, names, done }: Installed, path: PathState, context: Context) {
  const verb = paint(context.stdout, 'green', verbs[done])
  const lines = [`${verb} ${executable} ${context.version}`, `  also as ${names.join(', ')}`]
  return `${[...lines, ...advice(path, context)].join('\n')}\n`
}

function advice(path: PathState, context: Context): string[] {
  const warning = (text: string) => paint(context.stdout, 'yellow', text)
  switch (path.state) {
    case 'on-path':
      return []
    case 'not-on-path':
      return ['', warning(`That is not on PATH. Add this line to ${path.file}:`), `  ${path.line}`]
    case 'hidden':
      return ['', warning(`Another agency comes first on PATH: ${path.by}`)]
    default:
      return assertNever(path)
  }
}
