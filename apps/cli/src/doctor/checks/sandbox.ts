import type { Check, Finding, Place } from '../check.ts'
import { installCommand } from './install-command.ts'

/** What the sandbox of this system is made of; on Linux also whether the kernel lets us use it. */
export const sandbox: Check = {
  name: 'sandbox tools',
  needed: true,
  look(place, signal) {
    return place.platform === 'darwin' ? lookOnMac(place) : lookOnLinux(place, signal)
  },
}

const linuxTools = { bwrap: 'bubblewrap', socat: 'socat', rg: 'ripgrep' }

async function lookOnLinux(place: Place, signal: AbortSignal): Promise<Finding> {
  const absent = Object.entries(linuxTools).filter(([tool]) => place.find(tool) === undefined)
  if (absent.length > 0) {
    return {
      state: 'missing',
      detail: `not on PATH: ${absent.map(([tool]) => tool).join(', ')}`,
      fix: installCommand(place, { linux: absent.map(([, name]) => name).join(' '), mac: '' }),
    }
  }
  const bwrap = place.find('bwrap') ?? 'bwrap'
  const trial = await place.run([bwrap, '--ro-bind', '/', '/', 'true'], signal)
  if (trial.exitCode === 0) {
    return { state: 'ok', detail: 'bwrap, socat, rg; user namespaces work' }
  }
  return {
    state: 'missing',
    detail: `bwrap may not make a sandbox: ${trial.stderr.split('\n')[0]}`,
    fix: 'sudo sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0',
  }
}

async function lookOnMac(place: Place): Promise<Finding> {
  const absent = ['sandbox-exec', 'rg'].filter((tool) => place.find(tool) === undefined)
  if (absent.length === 0) return { state: 'ok', detail: 'sandbox-exec, rg' }
  return {
    state: 'missing',
    detail: `not on PATH: ${absent.join(', ')}`,
    fix: installCommand(place, { linux: '', mac: 'ripgrep' }),
  }
}
