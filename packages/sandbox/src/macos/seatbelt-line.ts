import { wrapCommandWithSandboxMacOS } from '@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js'
import { shellWord } from '../shell-word.ts'
import type { SeatbeltPaths } from './readable-paths.ts'

export interface SeatbeltOptions {
  readonly command: readonly string[]
  readonly workDirectory: string
  readonly paths: SeatbeltPaths
  /** Whether it may serve on loopback. Seatbelt then also lets it reach what others serve there. */
  readonly serves: boolean
  readonly network: 'host' | 'none' | { readonly port: number; readonly token: string }
  /** Set last, over those of the library. */
  readonly variables: Readonly<Record<string, string>>
}

export function seatbeltLine(options: SeatbeltOptions): [string, ...string[]] {
  const { network, paths } = options
  const assignments = Object.entries(options.variables).map(([name, value]) => `${name}=${value}`)
  const words = ['/usr/bin/env', ...assignments, ...options.command].map(shellWord)
  const line = wrapCommandWithSandboxMacOS({
    command: `cd ${shellWord(options.workDirectory)} && exec ${words.join(' ')}`,
    needsNetworkRestriction: network !== 'host',
    ...(typeof network === 'object'
      ? { httpProxyPort: network.port, proxyAuthToken: network.token }
      : {}),
    readConfig: { denyOnly: ['/'], literalAllowWithinDeny: [...paths.readable] },
    writeConfig: {
      allowOnly: [],
      denyWithinAllow: [],
      literalAllowOnly: [...paths.writable],
      literalDenyWithinAllow: [...paths.protected],
    },
    allowLocalBinding: options.serves,
    allowGitConfig: true,
    binShell: '/bin/sh',
  })
  return ['/bin/sh', '-c', `exec ${line}`]
}
