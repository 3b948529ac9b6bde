import { verifies } from '@agency/testing'
import fc from 'fast-check'
import { judged, noise, openers, syntax } from './lines.ts'

// The long search; the short one is among the unit tests.
verifies('AUT-203', 'thousands of random lines neither throw nor hang', () => {
  fc.assert(
    fc.property(fc.oneof(noise, syntax), (line) => {
      judged(line)
    }),
    { numRuns: 4_000 },
  )
})

verifies('AUT-203', 'lines of thousands of words and levels end soon', () => {
  for (const opener of openers) {
    for (const line of [opener.repeat(3_000), `echo ${opener.repeat(2_000)} ls`]) judged(line)
  }
})
