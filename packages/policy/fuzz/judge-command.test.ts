import { verifies } from '@agency/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { judged, noise, openers, syntax } from './lines.ts'

verifies('AUT-203', 'random bytes neither throw nor hang', () => {
  fc.assert(fc.property(noise, ignoreDecision), { numRuns: 200 })
})

verifies('AUT-203', 'random syntax neither throws nor hangs', () => {
  fc.assert(fc.property(syntax, ignoreDecision), { numRuns: 300 })
})

verifies('AUT-203', 'long and nested lines end soon, and those too deep end in a denial', () => {
  for (const opener of openers) {
    for (const times of [30, 300]) judged(opener.repeat(times))
    judged(`echo ${opener.repeat(200)} ls`)
  }
  for (const deep of ['(', '$(', '{ ']) expect(judged(deep.repeat(3_000))).toBe('deny')
})

function ignoreDecision(line: string): void {
  judged(line)
}
