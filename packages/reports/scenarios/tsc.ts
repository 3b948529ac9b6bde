import type { Scenarios } from './scenario.ts'

const tsconfig = '{"compilerOptions":{"strict":true,"noEmit":true},"include":["*.ts"]}'

const badTypes = `const answer: number = 'forty-two'
function twice(n: number) { return n * 2 }
twice(answer, 1)
export {}
`

export const tscScenarios: Scenarios = {
  errors: { command: 'npx tsc', files: { 'tsconfig.json': tsconfig, 'index.ts': badTypes } },
  pretty: {
    command: 'npx tsc --pretty',
    files: { 'tsconfig.json': tsconfig, 'index.ts': badTypes },
  },
  clean: { command: 'npx tsc', files: { 'tsconfig.json': tsconfig, 'index.ts': 'export {}\n' } },
  'bad-config': {
    command: 'npx tsc',
    files: { 'tsconfig.json': '{"compilerOptions":{"nonsense":1}}', 'index.ts': 'export {}\n' },
  },
}
