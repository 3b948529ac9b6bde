import { resolve } from 'node:path'
import { createRehearsalServer, loadScript } from '@agency/rehearsal'
import type { CommandBody } from '../frame/command.ts'
import { portOption, switchOption } from '../frame/read-option.ts'
import { announce, requestLine, untilInterrupted } from './serving.ts'

export const run: CommandBody = async (invocation, context) => {
  const [file = ''] = invocation.operands
  const port = portOption(invocation, 'port', '--port') ?? 0
  const loaded = await loadScript(resolve(context.workingDirectory, file), file)
  if (!loaded.ok) throw loaded.error
  const json = switchOption(invocation, 'json')
  await using server = createRehearsalServer({
    script: loaded.value,
    port,
    onRequest: (request) => requestLine(request, json, context),
  })
  announce({ what: `rehearsal "${loaded.value.name}"`, url: server.url, json }, context)
  return await untilInterrupted(context)
}
