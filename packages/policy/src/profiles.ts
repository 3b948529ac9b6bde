/** The commands and pkill targets of each language, and those that every project has. */
export interface Profile {
  readonly commands: readonly string[]
  readonly pkillTargets: readonly string[]
}

export const baseProfile: Profile = {
  commands: [
    ...'ls pwd cat head tail wc find grep cd'.split(' '),
    ...'mkdir cp chmod'.split(' '),
    ...'git'.split(' '),
    ...'echo which ps lsof sleep pkill'.split(' '),
    ...'true false : test [ break continue exit'.split(' '),
  ],
  pkillTargets: [],
}

export const languageProfiles = {
  node: {
    commands: [
      ...'node bun deno'.split(' '),
      ...'npm npx yarn pnpm'.split(' '),
      ...'tsc esbuild vite webpack rollup'.split(' '),
      ...'jest vitest playwright mocha'.split(' '),
      ...'eslint prettier biome'.split(' '),
      ...'next nuxt astro remix'.split(' '),
    ],
    pkillTargets: ['node', 'npm', 'npx', 'vite', 'next'],
  },
  python: {
    commands: [
      ...'python python3'.split(' '),
      ...'pip pip3 pipx uv'.split(' '),
      ...'venv virtualenv conda'.split(' '),
      ...'poetry pdm hatch flit'.split(' '),
      ...'pytest tox nox'.split(' '),
      ...'ruff black mypy flake8 pylint'.split(' '),
      ...'django-admin flask uvicorn gunicorn'.split(' '),
    ],
    pkillTargets: ['python', 'python3', 'uvicorn', 'gunicorn'],
  },
  ruby: {
    commands: [
      ...'ruby irb'.split(' '),
      ...'gem bundle bundler'.split(' '),
      ...'rake thor'.split(' '),
      ...'rspec minitest cucumber'.split(' '),
      ...'rubocop standard'.split(' '),
      ...'rails hanami puma unicorn'.split(' '),
    ],
    pkillTargets: ['ruby', 'puma', 'unicorn', 'rails'],
  },
  go: {
    commands: [
      ...'go'.split(' '),
      ...'gofmt goimports'.split(' '),
      ...'golint golangci-lint staticcheck'.split(' '),
      ...'gopls dlv goreleaser'.split(' '),
    ],
    pkillTargets: ['go'],
  },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof languageProfiles

export const profileNames = Object.keys(languageProfiles) as readonly ProfileName[]

export function isProfileName(text: string): text is ProfileName {
  return Object.hasOwn(languageProfiles, text)
}
