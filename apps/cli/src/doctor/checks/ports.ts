import type { Check } from '../check.ts'
import { firstFreePort } from './first-free-port.ts'

const first = 9000
const last = 9199

/** Agents, directors and the view listen in this range, and are looked for there. */
export const ports: Check = {
  name: 'ports',
  needed: false,
  async look(_place, signal) {
    const free = await firstFreePort(first, last, signal)
    if (free !== undefined) {
      return { state: 'ok', detail: `${free} is free, of ${first}–${last} on 127.0.0.1` }
    }
    return {
      state: 'warn',
      detail: `none of ${first}–${last} on 127.0.0.1 is free`,
      fix: `stop what is listening there: lsof -nP -iTCP:${first}-${last} -sTCP:LISTEN`,
    }
  },
}
