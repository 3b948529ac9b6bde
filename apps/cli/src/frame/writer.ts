import { AgencyError, errorMessage } from '@agency/core'

/** What a text is worth: a result is waited for, a message not for long, progress may be left out. */
type Weight = 'result' | 'message' | 'progress'

/** Writes in order and never waits: what the reader does not take at once waits in a queue. */
export interface Writer {
  /**
   * Throws when the system refuses a result, as a full disk does. A reader that has gone, as in
   * `agency --help | head -1`, is no error: there is nobody left to tell.
   */
  write(text: string, weight: Weight): void
  /** Whether the reader has not yet taken all of it. */
  readonly isBehind: boolean
  /**
   * Resolves to whether every result is written. It gives up on a reader that takes nothing for as
   * long as what waits is worth, and soon once it is interrupted.
   */
  flush(interrupted: AbortSignal): Promise<boolean>
}

export interface WriterOptions {
  /** Returns how many of the bytes were taken; throws EAGAIN where it would have to wait. */
  readonly writeSome: (bytes: Uint8Array) => number
  readonly longestBacklog?: number
  readonly patienceMs?: Patience
}

interface Patience {
  readonly result: number
  readonly lastWords: number
}

/** Somebody who pages through a long result may stay on a page for a while. */
const defaultPatienceMs: Patience = { result: 600_000, lastWords: 1_000 }

export function createWriter({
  writeSome,
  longestBacklog = 256 * 1024,
  patienceMs = defaultPatienceMs,
}: WriterOptions): Writer {
  let queue: Piece[] = []
  let backlog = 0
  let taken = 0
  let linesLeftOut = 0
  let readerHasGone = false
  let failure: AgencyError | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const enqueue = (text: string, weight: Weight) => {
    const bytes = encoder.encode(text)
    queue.push({ bytes, weight })
    backlog += bytes.length
  }

  const writeQueue = () => {
    for (let piece = queue[0]; piece !== undefined; piece = queue[0]) {
      const count = writeSome(piece.bytes)
      taken += count
      backlog -= count
      if (count === piece.bytes.length) queue.shift()
      else queue[0] = { ...piece, bytes: piece.bytes.subarray(count) }
    }
  }

  const writeWhatGoes = () => {
    try {
      writeQueue()
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (code === 'EAGAIN') return
      const resultIsLost = holdsResult(queue)
      queue = []
      backlog = 0
      readerHasGone = gone.has(code)
      if (resultIsLost && !readerHasGone) throw notWritten(error)
    }
  }

  const writeLater = (delayMs: number) => {
    timer = setTimeout(() => {
      timer = undefined
      const before = taken
      try {
        writeWhatGoes()
      } catch (error) {
        failure = error as AgencyError
      }
      if (backlog > 0) {
        writeLater(taken > before ? shortestDelayMs : Math.min(delayMs * 2, longestDelayMs))
      }
    }, delayMs)
  }

  return {
    write(text, weight) {
      if (readerHasGone || text === '') return
      // Once something is left out, so is the rest until the reader has caught up: one gap, not many.
      const room = linesLeftOut > 0 ? 0 : longestBacklog
      if (weight === 'progress' && backlog > room) {
        linesLeftOut += text.split('\n').length - 1
        return
      }
      if (linesLeftOut > 0) enqueue(`${describeGap(linesLeftOut)}\n`, 'message')
      linesLeftOut = 0
      enqueue(text, weight)
      if (timer !== undefined) return
      writeWhatGoes()
      if (backlog > 0) writeLater(shortestDelayMs)
    },
    get isBehind() {
      return backlog > 0
    },
    async flush(interrupted) {
      let before = taken
      let waitedMs = 0
      for (
        let delayMs = shortestDelayMs;
        backlog > 0;
        delayMs = Math.min(delayMs * 2, flushPollMs)
      ) {
        const isWorthIt = holdsResult(queue) && !interrupted.aborted
        const patience = isWorthIt ? patienceMs.result : patienceMs.lastWords
        if (waitedMs > patience) return !holdsResult(queue)
        const since = performance.now()
        await Bun.sleep(delayMs)
        // While agency itself was stopped, as by Ctrl-Z, nobody could read.
        waitedMs += Math.min(performance.now() - since, longestStepMs)
        if (taken > before) waitedMs = 0
        before = taken
      }
      const thrown = failure
      failure = undefined
      if (thrown !== undefined) throw thrown
      return true
    },
  }
}

interface Piece {
  readonly bytes: Uint8Array
  readonly weight: Weight
}

function holdsResult(queue: readonly Piece[]): boolean {
  return queue.some(({ weight }) => weight === 'result')
}

function notWritten(error: unknown): AgencyError {
  const message = `the output cannot be written: ${errorMessage(error)}`
  return new AgencyError('not_written', message, { cause: error })
}

function describeGap(lines: number): string {
  const what = lines === 1 ? '1 line' : `${lines} lines`
  return `(… ${what} of progress left out: not read in time)`
}

const gone: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'EIO', 'EBADF'])
const shortestDelayMs = 1
const longestDelayMs = 50
const flushPollMs = 10
const longestStepMs = 50
const encoder = new TextEncoder()
