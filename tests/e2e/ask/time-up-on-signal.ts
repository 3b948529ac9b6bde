/** Preloaded into a run of agency: a wait of just so many milliseconds ends when SIGUSR2 comes, and not before. */
const signalled = Number(process.env['SIGNALLED_WAIT_MS'])
const startTimer = globalThis.setTimeout
const setTimeout = (callback: () => void, milliseconds?: number) => {
  if (milliseconds !== signalled) return startTimer(callback, milliseconds)
  process.once('SIGUSR2', callback)
  return startTimer(() => {}, milliseconds)
}
Object.assign(globalThis, { setTimeout })
