import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const integration = ['**/*.int.test.ts', 'tests/e2e/**/*.test.ts']
/** The tests of build.sh itself, which run it whole: only `./build.sh test` has them. */
const ofTheBuild = ['tests/e2e/build/**/*.test.ts']
const ignored = ['**/node_modules/**', 'dist/**', '.tools/**']

/** What is imported `with { type: 'text' }`. */
const documentsAsText = {
  name: 'documents-as-text',
  load: (id: string) =>
    /\.(md|yaml)$/.test(id)
      ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
      : undefined,
}

/**
 * Bun reads TypeScript itself, so only the tests have to go through Vite: a third of a first run. For coverage
 * everything has to.
 */
const readByBun = process.argv.includes('--coverage')
  ? []
  : [/\/(packages|apps|tests)\/(?!.*\/node_modules\/)(?!.*\.test\.ts$).*\.ts$/]

const onRealParts = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  plugins: [documentsAsText],
  test: {
    sequence: { shuffle: true },
    // By default one core is left free: on two that is half of them.
    maxWorkers: '100%',
    reporters: ['default'],
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
          exclude: [...ignored, ...ofTheBuild],
          ...onRealParts,
        },
      },
      {
        extends: true,
        test: { name: 'build', include: ofTheBuild, exclude: ignored, ...onRealParts },
      },
    ],
  },
})
