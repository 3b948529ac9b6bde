import type { Check } from '../check.ts'
import { installCommand } from './install-command.ts'

export const git: Check = {
  name: 'git',
  needed: true,
  async look(place, signal) {
    const path = place.find('git')
    const fix = installCommand(place, { linux: 'git', mac: 'git' })
    if (path === undefined) return { state: 'missing', detail: 'not on PATH', fix }
    const { exitCode, stdout, stderr } = await place.run([path, '--version'], signal)
    const version = /\d+\.\d+\S*/.exec(stdout)?.[0]
    if (exitCode === 0 && version !== undefined)
      return { state: 'ok', detail: `${version} (${path})` }
    const said = stderr.split('\n')[0] || `exit code ${exitCode}`
    return { state: 'missing', detail: `${path} does not work: ${said}`, fix }
  },
}
