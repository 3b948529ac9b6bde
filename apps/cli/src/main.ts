#!/usr/bin/env bun
import { version } from './version.ts'

// Nothing else is loaded for a version: it has to be there at once.
const [first, second] = process.argv.slice(2)
if ((first === '--version' || first === '-v') && second === undefined) {
  process.stdout.write(`${version}\n`)
} else {
  const { main } = await import('./frame/main.ts')
  const exitCode = await main()
  // Whoever still waits for input must not keep the process; what is written must get out first.
  await Promise.all([process.stdout, process.stderr].map(flushed))
  process.exit(exitCode)
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
