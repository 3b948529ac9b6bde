import { AgencyError } from '@agency/core'

export interface Listener {
  readonly url: string
  readonly port: number
  /** Closes every connection at once. */
  stop(): Promise<void>
}

const loopback = '127.0.0.1'

/** Serves on loopback only. Throws an AgencyError, `port_in_use` or `port_refused`, when it may not have the port. */
export function listen(port: number, handle: (request: Request) => Promise<Response>): Listener {
  try {
    const server = Bun.serve({
      port,
      hostname: loopback,
      // Otherwise Bun prints a stack trace for every connection that a script has cut.
      development: false,
      // Bun shares a port by default once it is not in development: a second server would steal requests.
      reusePort: false,
      // A scripted answer may be slow, or never come: the script decides, not a timer.
      idleTimeout: 0,
      fetch: handle,
      error: () => new Response(null, { status: 500 }),
    })
    const actual = server.port ?? port
    return { url: `http://${loopback}:${actual}`, port: actual, stop: () => server.stop(true) }
  } catch (error) {
    const refusal = refusals[(error as NodeJS.ErrnoException).code ?? '']
    if (refusal === undefined) throw error
    throw new AgencyError(
      refusal.code,
      `port ${port} ${refusal.why}: choose another with --port, or leave it out for any free one`,
      { data: { port }, cause: error },
    )
  }
}

const refusals: Readonly<Record<string, { readonly code: string; readonly why: string }>> = {
  EADDRINUSE: { code: 'port_in_use', why: 'is in use' },
  EACCES: { code: 'port_refused', why: 'is for root only' },
}
