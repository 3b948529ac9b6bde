import { type TestOptions, test } from 'vitest'

/**
 * A test that proves behaviours of the catalogue: `verifies('RUN-019', 'the prompt …', () => …)`.
 * The ids stand as literals, so that tests/requirements.test.ts can read them from the source.
 */
export function verifies(
  ids: string | readonly string[],
  title: string,
  body: () => void | Promise<void>,
  options: TestOptions = {},
): void {
  const cited = typeof ids === 'string' ? ids : ids.join(' ')
  test(`${title} [${cited}]`, options, body)
}
