import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { createRecordServer, type RehearsalServer } from '@agency/rehearsal'
import type { CommandBody } from '../frame/command.ts'
import { portOption, switchOption, textOption } from '../frame/read-option.ts'
import { UsageError } from '../frame/usage-error.ts'
import { announce, requestLine, untilInterrupted } from './serving.ts'

export const run: CommandBody = async (invocation, context) => {
  const [file = ''] = invocation.operands
  const port = portOption(invocation, 'port', '--port') ?? 0
  const upstream = readUpstream(textOption(invocation, 'upstream') ?? 'https://api.anthropic.com')
  const json = switchOption(invocation, 'json')
  const cassette = resolve(context.workingDirectory, file)
  await using server = create(file, cassette, () =>
    createRecordServer({
      upstream,
      cassette,
      port,
      onRequest: (request) => requestLine(request, json, context),
    }),
  )
  const what = `recording of ${upstream.host} into ${file}`
  announce({ what, url: server.url, json, ownKey: true }, context)
  return await untilInterrupted(context)
}

function readUpstream(address: string): URL {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new UsageError(`--upstream is "${address}"; write an http or https address`)
}

function create(file: string, cassette: string, start: () => RehearsalServer): RehearsalServer {
  try {
    return start()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'open') throw error
    if (code === 'EEXIST' && statSync(cassette, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`"${file}" is a directory; name a file for the recording`)
    }
    const problem =
      code === 'EEXIST'
        ? 'exists already: remove it or choose another name'
        : `cannot be written (${code})`
    throw new UsageError(`${file} ${problem}`)
  }
}
