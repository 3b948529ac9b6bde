#!/usr/bin/env bun
import { writeSync } from 'node:fs'
import { version } from './version.ts'

// Nothing else is loaded for a version: it has to be there at once.
const [first, second] = process.argv.slice(2)
const isForVersion = (first === '--version' || first === '-v') && second === undefined
if (!(isForVersion && wroteVersion())) {
  const { main } = await import('./frame/main.ts')
  // Whoever still waits for input must not keep the process.
  process.exit(await main())
}

/** Where it cannot be written, the whole program knows what to say about it. */
function wroteVersion(): boolean {
  try {
    return writeSync(1, `${version}\n`) > 0
  } catch {
    return false
  }
}
