import type { Outcome, Place } from './check.ts'

interface FakePlace extends Partial<Omit<Place, 'find' | 'run'>> {
  /** Executables on PATH, and what each answers. */
  readonly tools?: Readonly<Record<string, Partial<Outcome>>>
}

/** For tests: a machine with these tools. */
export function fakePlace({ tools = {}, ...place }: FakePlace): Place {
  return {
    environment: {},
    platform: 'linux',
    home: '/home/ada',
    root: '/home/ada/.agency',
    sandboxTools: async () => [],
    hasPlaywright: async () => true,
    ...place,
    find: (name) => (name in tools ? `/bin/${name}` : undefined),
    run: async ([path = '']) => {
      const answer = tools[path.replace('/bin/', '')] ?? {}
      return { exitCode: 0, stdout: '', stderr: '', ...answer }
    },
  }
}
