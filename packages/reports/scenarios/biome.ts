import { badScript } from './bad-script.ts'
import type { Scenarios } from './scenario.ts'

export const biomeScenarios: Scenarios = {
  lint: { command: 'npx biome lint', files: { 'index.js': badScript } },
  check: { command: 'npx biome check', files: { 'index.js': badScript } },
  json: { command: 'npx biome lint --reporter=json', files: { 'index.js': badScript } },
  clean: { command: 'npx biome lint', files: { 'index.js': 'export const a = 1\n' } },
}
