#!/usr/bin/env bun
import { writeAll } from './frame/write-all.ts'
import { version } from './version.ts'

// Nothing else is loaded for a version: it has to be there at once.
const [first, second] = process.argv.slice(2)
if ((first === '--version' || first === '-v') && second === undefined) {
  writeAll(1, `${version}\n`)
} else {
  const { main } = await import('./frame/main.ts')
  // Whoever still waits for input must not keep the process.
  process.exit(await main())
}
