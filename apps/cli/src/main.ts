#!/usr/bin/env bun
import { version } from './version.ts'

// Nothing else is loaded for a version: it has to be there at once.
const [first, second] = process.argv.slice(2)
if ((first === '--version' || first === '-v') && second === undefined) {
  process.stdout.write(`${version}\n`)
} else {
  const { main } = await import('./frame/main.ts')
  process.exitCode = await main()
}
