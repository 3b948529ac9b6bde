import { biomeScenarios } from './biome.ts'
import { bunScenarios } from './bun.ts'
import { cargoScenarios } from './cargo.ts'
import { eslintScenarios } from './eslint.ts'
import { goScenarios } from './go.ts'
import { jestScenarios } from './jest.ts'
import { mochaScenarios } from './mocha.ts'
import { nodeScenarios } from './node.ts'
import { noneScenarios } from './none.ts'
import { pytestScenarios, unittestScenarios } from './python.ts'
import type { Scenarios } from './scenario.ts'
import { severalScenarios } from './several.ts'
import { tapScenarios } from './tap.ts'
import { tscScenarios } from './tsc.ts'
import { vitestScenarios } from './vitest.ts'

/** Every recording, by tool and name. */
export const scenarios: Readonly<Record<string, Scenarios>> = {
  vitest: vitestScenarios,
  jest: jestScenarios,
  mocha: mochaScenarios,
  bun: bunScenarios,
  node: nodeScenarios,
  pytest: pytestScenarios,
  unittest: unittestScenarios,
  go: goScenarios,
  cargo: cargoScenarios,
  tap: tapScenarios,
  several: severalScenarios,
  none: noneScenarios,
  tsc: tscScenarios,
  eslint: eslintScenarios,
  biome: biomeScenarios,
}
