import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

describe.runIf(process.platform === 'linux' && isForRoot(80))('a port that is for root', () => {
  test('is named as one, with what to do', async () => {
    const program = `
      const { listen } = await import(${JSON.stringify(join(import.meta.dirname, 'listen.ts'))})
      if (process.getuid() === 0) process.setuid(65534)
      try { listen(80, () => {}) } catch ({ code, message }) { console.log(code + ' ' + message) }`
    const child = Bun.spawn([process.execPath, '-e', program], { env: {} })
    expect(await child.stdout.text()).toBe(
      'port_refused port 80 is for root only: choose another with --port, or leave it out for any free one\n',
    )
  })
})

function isForRoot(port: number): boolean {
  try {
    const first = readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')
    return port < Number(first)
  } catch {
    return false
  }
}
