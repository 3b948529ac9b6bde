/** `0.8s`, `42s`, `3m 05s`, `2h 07m`: as exact as a person cares for. */
export function formatElapsed(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}m ${twoDigits(whole % 60)}s`
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
