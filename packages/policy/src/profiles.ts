/** The commands and pkill targets of each language, and those that every project has. */
export interface Profile {
  readonly commands: readonly string[]
  readonly pkillTargets: readonly string[]
}

export const baseProfile: Profile = {
  commands: [
    ...['ls', 'pwd', 'cat', 'head', 'tail', 'wc', 'find', 'grep', 'cd'],
    ...['mkdir', 'cp', 'chmod'],
    ...['git'],
    ...['echo', 'which', 'ps', 'lsof', 'sleep', 'pkill'],
    ...['true', 'false', ':', 'test', '[', 'break', 'continue', 'exit'],
  ],
  pkillTargets: [],
}

export const languageProfiles = {
  node: {
    commands: [
      ...['node', 'bun', 'deno'],
      ...['npm', 'npx', 'yarn', 'pnpm'],
      ...['tsc', 'esbuild', 'vite', 'webpack', 'rollup'],
      ...['jest', 'vitest', 'playwright', 'mocha'],
      ...['eslint', 'prettier', 'biome'],
      ...['next', 'nuxt', 'astro', 'remix'],
    ],
    pkillTargets: ['node', 'npm', 'npx', 'vite', 'next'],
  },
  python: {
    commands: [
      ...['python', 'python3'],
      ...['pip', 'pip3', 'pipx', 'uv'],
      ...['venv', 'virtualenv', 'conda'],
      ...['poetry', 'pdm', 'hatch', 'flit'],
      ...['pytest', 'tox', 'nox'],
      ...['ruff', 'black', 'mypy', 'flake8', 'pylint'],
      ...['django-admin', 'flask', 'uvicorn', 'gunicorn'],
    ],
    pkillTargets: ['python', 'python3', 'uvicorn', 'gunicorn'],
  },
  ruby: {
    commands: [
      ...['ruby', 'irb'],
      ...['gem', 'bundle', 'bundler'],
      ...['rake', 'thor'],
      ...['rspec', 'minitest', 'cucumber'],
      ...['rubocop', 'standard'],
      ...['rails', 'hanami', 'puma', 'unicorn'],
    ],
    pkillTargets: ['ruby', 'puma', 'unicorn', 'rails'],
  },
  go: {
    commands: [
      ...['go'],
      ...['gofmt', 'goimports'],
      ...['golint', 'golangci-lint', 'staticcheck'],
      ...['gopls', 'dlv', 'goreleaser'],
    ],
    pkillTargets: ['go'],
  },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof languageProfiles

export const profileNames = Object.keys(languageProfiles) as readonly ProfileName[]

export function isProfileName(text: string): text is ProfileName {
  return Object.hasOwn(languageProfiles, text)
}
