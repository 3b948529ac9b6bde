import type { Command } from '../frame/command.ts'

export const install: Command = {
  name: 'install',
  summary: 'put this executable and its other names on PATH, or update them',
  options: [
    { flags: '--prefix <directory>', description: 'where to put them (default: ~/.local/bin)' },
    { flags: '--json', description: 'print what was installed as JSON' },
  ],
  examples: [
    { line: 'agency install', tells: 'for you alone' },
    { line: 'sudo agency install --prefix /usr/local/bin', tells: 'for everybody on this machine' },
  ],
  load: () => import('../install/run.ts'),
}
