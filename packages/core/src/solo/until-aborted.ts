/** What the source yields, until it ends or the signal aborts, even when the source does not heed it. */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  if (signal.aborted) return
  const iterator = source[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<undefined>()
  const abort = () => aborted.resolve(undefined)
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const step = await Promise.race([iterator.next(), aborted.promise])
      if (step === undefined || step.done === true) return
      yield step.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    const returned = iterator.return?.()
    // A source that is busy answers only once it heeds the abort.
    if (signal.aborted) returned?.catch(() => undefined)
    else await returned
  }
}
