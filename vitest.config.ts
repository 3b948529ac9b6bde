import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { codeFrames } from './tests/code-frames.ts'
import { createTimeBudgets } from './tests/time-budgets.ts'

const integration = ['**/*.int.test.ts', 'tests/e2e/**/*.test.ts']
/** The tests of build.sh itself, which run it whole: only `./build.sh test` has them. */
const ofTheBuild = ['tests/e2e/build/**/*.test.ts']
/** What measures, and so wants the machine for itself. */
const alone = ['tests/e2e/alone/**/*.test.ts']
const ignored = ['**/node_modules/**', 'dist/**', '.tools/**']

/** What is imported `with { type: 'text' }`. */
const documentsAsText = {
  name: 'documents-as-text',
  load: (id: string) =>
    /\.(md|yaml)$/.test(id)
      ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
      : undefined,
}

/** Bun reads TypeScript itself, which spares a first run a third of its time. For coverage Vite has to. */
const isCovered = process.argv.includes('--coverage')
const readByBun = isCovered ? [] : [/\/(packages|apps|tests)\/(?!.*\/node_modules\/).*\.ts$/]

const timeBudgets = createTimeBudgets({
  now: () => performance.now(),
  print: (line) => console.log(line),
  isCovered,
  ...(process.env['CI'] === 'true' && {
    fail: () => {
      process.exitCode = 1
    },
  }),
})

const onRealParts = {
  // No matter of speed either.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  globalSetup: ['packages/testing/src/place-for-all.ts'],
}

export default defineConfig({
  plugins: [documentsAsText],
  test: {
    sequence: { shuffle: true },
    // By default one core is left free: on two that is half of them.
    maxWorkers: '100%',
    reporters: [codeFrames, 'default', timeBudgets],
    coverage: {
      provider: 'istanbul',
      include: ['packages/{core,claude,policy}/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/index.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'packages/core/src/**': { lines: 90 },
        'packages/claude/src/**': { lines: 90 },
        'packages/policy/src/**': { lines: 90 },
      },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps,tests}/**/*.test.ts'],
          exclude: [...ignored, ...integration],
          // Not a matter of speed: what hangs has to end, also on a busy machine.
          testTimeout: 30_000,
          // Pure code needs no process of its own per file: a third of the time.
          isolate: false,
          server: { deps: { external: readByBun } },
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: integration,
          exclude: [...ignored, ...ofTheBuild, ...alone],
          // They wait for programs, so there may be more workers than cores, once those are free.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          // The longest first, so that none of them is waited for at the end.
          sequence: { groupOrder: 1, shuffle: { tests: true } },
          ...onRealParts,
          server: { deps: { external: readByBun } },
        },
      },
      {
        extends: true,
        test: {
          name: 'build',
          include: ofTheBuild,
          exclude: ignored,
          sequence: { groupOrder: 2 },
          ...onRealParts,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude: ignored,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...onRealParts,
        },
      },
    ],
  },
})
