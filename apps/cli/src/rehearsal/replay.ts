import { basename, resolve } from 'node:path'
import { createReplayServer, loadCassette } from '@agency/rehearsal'
import type { CommandBody } from '../frame/command.ts'
import { portOption, switchOption } from '../frame/read-option.ts'
import { announce, requestLine, untilInterrupted } from './serving.ts'

export const run: CommandBody = async (invocation, context) => {
  const [file = ''] = invocation.operands
  const port = portOption(invocation, 'port', '--port') ?? 0
  const loaded = await loadCassette(resolve(context.workingDirectory, file), file)
  if (!loaded.ok) throw loaded.error
  const json = switchOption(invocation, 'json')
  const name = basename(file)
  await using server = createReplayServer({
    name,
    exchanges: loaded.value,
    port,
    onRequest: (request) => requestLine(request, json, context),
  })
  announce({ what: `replay of ${name}`, url: server.url, json }, context)
  return await untilInterrupted(context)
}
