import { loadCitations } from './citations.ts'
import { pending } from './pending.ts'
import { requirements } from './requirements.ts'

const cited = new Set(loadCitations().map((citation) => citation.id))
const { length: total } = requirements
const later = requirements.filter(
  (requirement) => requirement.milestone === 2 && !cited.has(requirement.id),
)
console.log(
  `${cited.size} of ${total} behaviours verified, ${pending.length} pending, ${later.length} of milestone 2`,
)
