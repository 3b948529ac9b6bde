/** `0.8s`, `42s`, `3m 05s`: as exact as a person cares for. */
export function formatElapsed(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)}s`
  if (seconds < 60) return `${Math.round(seconds)}s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, '0')}s`
}
