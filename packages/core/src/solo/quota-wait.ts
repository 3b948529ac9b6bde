import type { Clock } from '../clock.ts'
import { type Logger, silentLogger } from '../logger.ts'
import { describeReset } from './run-ending.ts'
import type { RunEventListener } from './run-event.ts'

interface QuotaWaitParts {
  readonly clock: Clock
  readonly logger?: Logger
  readonly onEvent?: RunEventListener
}

/** Waits until a usage limit resets, and says so. Rejects with the signal's reason on an abort. */
export async function waitForQuota(
  { clock, logger = silentLogger, onEvent }: QuotaWaitParts,
  resetsAt: Date | null,
  signal: AbortSignal,
): Promise<void> {
  const untilReset = resetsAt === null ? waitForUnknownReset : resetsAt.getTime() - clock.now()
  const wait = Math.max(untilReset, shortestQuotaWait)
  const until = new Date(clock.now() + wait)
  logger.warn(
    `The usage limit is reached; ${describeReset(resetsAt)}. Waiting until ${until.toISOString()}.`,
  )
  onEvent?.({ type: 'waiting', reason: 'quota', until })
  await clock.sleep(wait, signal)
}

const waitForUnknownReset = 15 * 60_000
/** A reset that has passed already must not make the loop spin. */
const shortestQuotaWait = 1_000
