import { join } from 'node:path'
import { err, ok, type Result, SandboxError, type SandboxPolicy } from '@agency/core'
import { type Endpoint, isLoopback } from '../network/endpoint.ts'
import { accepts, isListeningOnHost, requireFreePorts } from '../publish/host-ports.ts'
import { publishPort } from '../publish/publish-port.ts'
import type { Publication } from './publication-script.ts'

/** The ports that lead into a sandbox. */
export interface OpenPublications extends AsyncDisposable {
  readonly publications: readonly Publication[]
  readonly isListening: (port: number) => Promise<boolean>
}

/** Opens the policy's published ports on the host, each leading to a socket file in the directory. */
export async function openPublications(
  { network, publishedPorts = [] }: SandboxPolicy,
  endpoints: readonly Endpoint[],
  directory: string,
): Promise<Result<OpenPublications, SandboxError>> {
  if (network.mode === 'host') {
    const free = await requireFreePorts(publishedPorts)
    const nothing = { publications: [], async [Symbol.asyncDispose]() {} }
    return free.ok ? ok({ ...nothing, isListening: isListeningOnHost }) : free
  }
  await using opening = new AsyncDisposableStack()
  const publications: Publication[] = []
  for (const port of new Set(publishedPorts)) {
    if (endpoints.some((endpoint) => isLoopback(endpoint) && endpoint.port === port)) {
      return err(new SandboxError(`port ${port} cannot lead both into the sandbox and out of it`))
    }
    const publication = { port, socket: join(directory, `in-${port}.sock`) }
    try {
      opening.use(await publishPort(port, publication.socket))
    } catch (error) {
      if (error instanceof SandboxError) return err(error)
      throw error
    }
    publications.push(publication)
  }
  const opened = opening.move()
  return ok({
    publications,
    async isListening(port) {
      const found = publications.find((publication) => publication.port === port)
      return found !== undefined && (await accepts({ path: found.socket }))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  })
}
