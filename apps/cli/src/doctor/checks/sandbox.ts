import type { Check } from '../check.ts'

/** What the sandbox of this system is made of, and whether the system lets us use it. */
export const sandbox: Check = {
  name: 'sandbox tools',
  needed: true,
  async look(place) {
    const tools = await place.sandboxTools()
    const failed = tools.filter((tool) => !tool.ok)
    if (failed.length === 0) {
      return { state: 'ok', detail: tools.map((tool) => tool.detail).join(', ') }
    }
    const fixes = new Set(failed.flatMap((tool) => tool.fix ?? []))
    return {
      state: 'missing',
      detail: failed.map((tool) => tool.detail).join(', '),
      fix: [...fixes].join('; '),
    }
  },
}
