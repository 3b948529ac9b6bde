import type { Context } from '../frame/command.ts'
import { paint } from '../frame/terminal.ts'

/** Says where the server is and what to type to use it. */
export function announce(
  server: {
    readonly what: string
    readonly url: string
    readonly json: boolean
    /** The requests reach a real API, so a made-up key would not do. */
    readonly ownKey?: boolean
  },
  context: Context,
): void {
  if (server.json) {
    context.stdout.write(`${JSON.stringify({ type: 'listening', url: server.url })}\n`)
    return
  }
  const key = server.ownKey ? '' : ' ANTHROPIC_API_KEY=sk-rehearsal'
  const lines = [
    `${paint(context.stdout, 'bold', server.what)} answers at ${server.url}. In another terminal:`,
    '',
    `  export ANTHROPIC_BASE_URL=${server.url}${key}`,
    '  claude -p "hello"',
    '',
    '',
  ]
  context.stdout.write(lines.join('\n'))
}

export function requestLine(
  request: {
    readonly method: string
    readonly path: string
    readonly conversation?: string
    readonly summary: string
  },
  json: boolean,
  context: Context,
): void {
  const { method, path, conversation, summary } = request
  if (json) {
    const line = { type: 'request', method, path, conversation, summary }
    context.stdout.write(`${JSON.stringify(line)}\n`)
    return
  }
  const who = conversation === undefined ? `${method} ${path}` : shortName(conversation)
  context.stderr.writeProgress(`${paint(context.stderr, 'cyan', who)}  ${summary}\n`)
}

/** A session by its first digits, `1b9d6bcd`, and a sub-agent of it, `1b9d6bcd/ac7e`. */
function shortName(conversation: string): string {
  const [session = '', agent] = conversation.split('/')
  return agent === undefined ? session.slice(0, 8) : `${session.slice(0, 8)}/${agent.slice(0, 4)}`
}

/** A server has no end of its own: Ctrl-C is it. */
export function untilInterrupted({ interrupted }: Context): Promise<number> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve(130)
    else interrupted.addEventListener('abort', () => resolve(130), { once: true })
  })
}
