import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findClaudeBinary } from '@agency/testing'
import { root } from '../../sources.ts'

/**
 * Before a command in this checkout: without network, services, environment and home, and with no claude
 * anywhere. What it needs for that is made in an empty directory.
 */
export function onBareMachine(checkout: string, directory: string): string[] {
  const home = join(directory, 'home')
  const bin = join(directory, 'bin')
  for (const path of [home, bin]) mkdirSync(path)
  for (const name of readdirSync('/usr/bin')) {
    if (!['bun', 'claude'].includes(name)) symlinkSync(`/usr/bin/${name}`, join(bin, name))
  }
  symlinkSync(process.execPath, join(bin, 'bun'))
  const claude = join(checkout, relative(root, dirname(findClaudeBinary())))
  if (!existsSync(claude)) throw new Error(`${claude} is to be hidden, but it is not there`)
  return [
    'bwrap',
    ...['--unshare-net', '--dev-bind', '/', '/', '--tmpfs', '/run', '--tmpfs', claude],
    ...['--clearenv', '--setenv', 'PATH', bin, '--setenv', 'HOME', home],
  ]
}
