import { basename, resolve } from 'node:path'
import { createReplayServer, loadCassette } from '@agency/rehearsal'
import type { CommandBody } from '../frame/command.ts'
import { announce, readPort, refuseFile, requestLine, untilInterrupted } from './serving.ts'

export const run: CommandBody = async ({ operands, options }, context) => {
  const [file = ''] = operands
  const port = readPort(options['port'])
  const loaded = await loadCassette(resolve(context.workingDirectory, file), file)
  if (!loaded.ok) return refuseFile(loaded.error, context)
  const json = options['json'] === true
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
