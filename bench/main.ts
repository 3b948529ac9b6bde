import { cpus } from 'node:os'
import { join } from 'node:path'
import { measureAsk } from './ask.ts'
import { measureAskItself } from './ask-itself.ts'
import { findPlaces } from './places.ts'
import { measurePolicy } from './policy.ts'
import { measureSandbox } from './sandbox.ts'
import { compare, formatSection } from './section.ts'
import { measureSolo, measureSoloWithModel } from './solo.ts'
import { measureDeliverableGrowth, measureSessionGrowth } from './solo-growth.ts'
import { measureStartUp } from './start-up.ts'

const places = findPlaces()
console.log(
  `agency beside its peers, on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}\n`,
)
const sections = []
const measures = [
  measureStartUp,
  measureAsk,
  measureAskItself,
  measurePolicy,
  measureSandbox,
  measureSolo,
  measureSoloWithModel,
  measureSessionGrowth,
  measureDeliverableGrowth,
]
for (const measureSection of measures) {
  const section = await measureSection(places)
  console.log(formatSection(section))
  sections.push({ title: section.title, peer: section.peer, rows: compare(section) })
}
const file = join(import.meta.dirname, '../dist/bench.json')
await Bun.write(
  file,
  `${JSON.stringify({ measuredAt: new Date().toISOString(), sections }, null, 2)}\n`,
)
console.log(JSON.stringify(sections))
