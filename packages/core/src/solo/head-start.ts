import type { AgentClient, AgentClientFactory, SessionSetup } from './agent-client.ts'

/** The client of the next session, which starts up while the current session comes to its end. */
export interface HeadStart extends AsyncDisposable {
  /** Starts it, unless it is there already or, as the answer may be, none is due. */
  begin(ifDue: () => Promise<SessionSetup | undefined>): void
  /** Hands it over; without one that was started, a new one. Throws as the factory does. */
  take(setup: SessionSetup): Promise<AgentClient>
}

/** Disposing it ends a client that nobody took. */
export function createHeadStart(clients: AgentClientFactory): HeadStart {
  let started: Promise<AgentClient | undefined> = Promise.resolve(undefined)
  const giveAway = (): Promise<AgentClient | undefined> => {
    const given = started
    started = Promise.resolve(undefined)
    return given
  }
  return {
    begin(ifDue) {
      started = started.then((client) => client ?? startIfDue(clients, ifDue))
    },
    take: async (setup) => (await giveAway()) ?? clients.create(setup),
    async [Symbol.asyncDispose]() {
      await (await giveAway())?.[Symbol.asyncDispose]()
    },
  }
}

/** What fails here fails again, and aloud, when the session is really due. */
async function startIfDue(
  clients: AgentClientFactory,
  ifDue: () => Promise<SessionSetup | undefined>,
): Promise<AgentClient | undefined> {
  try {
    const setup = await ifDue()
    return setup === undefined ? undefined : clients.create(setup)
  } catch {
    return undefined
  }
}
