import { resolve } from 'node:path'
import { createRecordServer, type RehearsalServer } from '@agency/rehearsal'
import type { CommandBody } from '../frame/command.ts'
import { UsageError } from '../frame/usage-error.ts'
import { announce, readPort, requestLine, untilInterrupted } from './serving.ts'

export const run: CommandBody = async ({ operands, options }, context) => {
  const [file = ''] = operands
  const port = readPort(options['port'])
  const upstream = readUpstream(options['upstream'] ?? 'https://api.anthropic.com')
  const json = options['json'] === true
  await using server = create(file, () =>
    createRecordServer({
      upstream,
      cassette: resolve(context.workingDirectory, file),
      port,
      onRequest: (request) => requestLine(request, json, context),
    }),
  )
  const what = `recording of ${upstream.host} into ${file}`
  announce({ what, url: server.url, json, ownKey: true }, context)
  return await untilInterrupted(context)
}

function readUpstream(value: string | true | readonly string[]): URL {
  const url = URL.parse(String(value))
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new UsageError(`--upstream takes an http or https address, not "${String(value)}"`)
}

function create(file: string, start: () => RehearsalServer): RehearsalServer {
  try {
    return start()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') {
      throw new UsageError(`${file} exists already: remove it or choose another name`)
    }
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new UsageError(`${file} cannot be written (${code})`)
    }
    throw error
  }
}
