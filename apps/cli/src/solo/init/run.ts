import type { CommandBody, Context } from '../../frame/command.ts'
import { switchOption } from '../../frame/read-option.ts'
import { paint } from '../../frame/terminal.ts'
import { readProjectDirectory } from '../project-directory.ts'
import { type StarterFile, writeStarterFiles } from './starter-files.ts'

export const run: CommandBody = async (invocation, context) => {
  const files = await writeStarterFiles(readProjectDirectory(invocation, context))
  const json = switchOption(invocation, 'json')
  context.stdout.write(json ? `${JSON.stringify({ files }, null, 2)}\n` : describe(files, context))
  return 0
}

function describe(files: readonly StarterFile[], { stdout, program }: Context): string {
  const lines = files.map(({ path, written }) =>
    written
      ? `${paint(stdout, 'green', 'written')}  ${path}`
      : `${paint(stdout, 'dim', 'kept   ')}  ${path} was there already`,
  )
  return [...lines, '', `Next: say in SPEC.md what you want, then type "${program} run".`, ''].join(
    '\n',
  )
}
