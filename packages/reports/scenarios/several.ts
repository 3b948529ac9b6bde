import { node } from './node.ts'
import { python } from './python.ts'
import type { Scenarios } from './scenario.ts'
import { vitest } from './vitest.ts'

export const severalScenarios: Scenarios = {
  'node-and-pytest': {
    command: 'node --test && python3 -m pytest',
    files: { 'sum.test.js': node.passing, 'test_sum.py': python.passing },
  },
  'vitest-and-empty-bun': {
    command: 'npx vitest run one && bun test --pass-with-no-tests nothing',
    files: { 'one.test.js': vitest.passing },
  },
  'vitest-twice': {
    command: 'npx vitest run one && npx vitest run two',
    files: { 'one.test.js': vitest.passing, 'two.test.js': vitest.mixed },
  },
  workspaces: {
    command: 'npm test --workspaces',
    files: {
      'package.json': JSON.stringify({ name: 'demo', private: true, workspaces: ['a', 'b'] }),
      'a/package.json': JSON.stringify({
        name: 'a',
        version: '1.0.0',
        scripts: { test: 'node --test' },
      }),
      'a/a.test.js': node.passing,
      'b/package.json': JSON.stringify({
        name: 'b',
        version: '1.0.0',
        scripts: { test: 'vitest run' },
      }),
      'b/b.test.js': vitest.passing,
    },
  },
}
