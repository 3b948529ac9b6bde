import { badScript } from './bad-script.ts'
import type { Scenarios } from './scenario.ts'

const eslintConfig = `export default [{ rules: { 'no-unused-vars': 'error', 'prefer-const': 'warn' } }]\n`

export const eslintScenarios: Scenarios = {
  stylish: {
    command: 'npx eslint .',
    files: { 'eslint.config.mjs': eslintConfig, 'index.js': badScript },
  },
  json: {
    command: 'npx eslint --format json .',
    files: { 'eslint.config.mjs': eslintConfig, 'index.js': badScript },
  },
  clean: {
    command: 'npx eslint .',
    files: { 'eslint.config.mjs': eslintConfig, 'index.js': '\n' },
  },
  'syntax-error': {
    command: 'npx eslint .',
    files: { 'eslint.config.mjs': eslintConfig, 'index.js': 'let = (\n' },
  },
}
