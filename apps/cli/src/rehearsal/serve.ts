import { resolve } from 'node:path'
import { createRehearsalServer, loadScript } from '@agency/rehearsal'
import type { CommandBody } from '../frame/command.ts'
import { announce, readPort, refuseFile, requestLine, untilInterrupted } from './serving.ts'

export const run: CommandBody = async ({ operands, options }, context) => {
  const [file = ''] = operands
  const port = readPort(options['port'])
  const loaded = await loadScript(resolve(context.workingDirectory, file), file)
  if (!loaded.ok) return refuseFile(loaded.error, context)
  const json = options['json'] === true
  await using server = createRehearsalServer({
    script: loaded.value,
    port,
    onRequest: (request) => requestLine(request, json, context),
  })
  announce({ what: `rehearsal "${loaded.value.name}"`, url: server.url, json }, context)
  return await untilInterrupted(context)
}
