import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CompiledAgency,
  compileAgency,
  isolatedEnvironment,
  runToEnd,
  temporaryDirectory,
  verifies,
} from '@agency/testing'
import { beforeAll, expect, test } from 'vitest'
import { links } from '../programs.ts'

let compiled: CompiledAgency
beforeAll(async () => {
  compiled = await compileAgency()
})

interface Run {
  readonly directory: string
  readonly executable?: string
  readonly environment?: Record<string, string>
}

const agency = (words: readonly string[], { directory, executable, environment }: Run) =>
  runToEnd([executable ?? join(compiled.directory, 'agency'), ...words], {
    cwd: directory,
    env: { ...isolatedEnvironment(directory, 'http://127.0.0.1:1'), ...environment },
  })

const names = links.map(({ name }) => name)

verifies(
  'CLI-011',
  'it puts the executable and its names in ~/.local/bin, and updates them',
  async () => {
    await using place = await temporaryDirectory()
    const directory = place.path
    const bin = place.join('home/.local/bin')
    const first = await agency(['install'], { directory, environment: { SHELL: '/bin/zsh' } })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(`Installed ${bin}/agency`)
    expect(first.stdout).toContain(
      'not on PATH. Add this line to ~/.zshrc:\n  export PATH="$HOME/.local/bin:$PATH"',
    )
    expect((await readdir(bin)).sort()).toEqual(['agency', ...names].sort())
    expect((await lstat(join(bin, 'agency'))).mode & 0o777).toBe(0o755)
    for (const name of names) expect(await readlink(join(bin, name))).toBe('agency')

    const version = await agency(['--version'], { directory })
    for (const name of ['agency', 'autonoe', 'ag-cli']) {
      const executable = join(bin, name)
      expect(await agency(['--version'], { directory, executable })).toEqual(version)
    }

    const before = await lstat(join(bin, 'agency'))
    const environment = { PATH: `${bin}:/usr/bin:/bin` }
    const again = await agency(['install'], { directory, environment })
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain(`Updated ${bin}/agency`)
    expect(again.stdout).not.toContain('PATH')
    expect((await lstat(join(bin, 'agency'))).ino).not.toBe(before.ino)

    const itself = await agency(['install', '--json'], {
      directory,
      environment,
      executable: join(bin, 'agency'),
    })
    expect(JSON.parse(itself.stdout)).toMatchObject({
      done: 'kept',
      names,
      path: { state: 'on-path' },
    })
    expect((await readdir(bin)).sort()).toEqual(['agency', ...names].sort())
  },
)

verifies(
  'CLI-011',
  '--prefix chooses the directory, and an agency that hides it is named',
  async () => {
    await using place = await temporaryDirectory()
    const bin = place.join('my tools')
    const environment = { PATH: `${compiled.directory}:${bin}:/usr/bin:/bin` }
    const { code, stdout } = await agency(['install', '--prefix', 'my tools'], {
      directory: place.path,
      environment,
    })
    expect(code).toBe(0)
    expect(stdout).toContain(`Another agency comes first on PATH: ${compiled.directory}/agency`)
  },
)

test('a file that is not agency is never replaced, and nothing else is then either', async () => {
  await using place = await temporaryDirectory()
  const directory = place.path
  await mkdir(place.join('bin'))
  await mkdir(place.join('linked'))
  await writeFile(place.join('bin/ag-cli'), 'somebody else')
  await symlink('/bin/sh', place.join('linked/agency'))
  const refused = await agency(['install', '--prefix', 'bin'], { directory })
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`${place.join('bin/ag-cli')} is something else, not agency`)
  expect(await readdir(place.join('bin'))).toEqual(['ag-cli'])
  expect(await readFile(place.join('bin/ag-cli'), 'utf8')).toBe('somebody else')
  expect(await agency(['install', '--prefix', 'linked'], { directory })).toMatchObject({
    code: 2,
  })
  expect(await readlink(place.join('linked/agency'))).toBe('/bin/sh')
})

test('a place that cannot be is refused in one line', async () => {
  await using place = await temporaryDirectory()
  const directory = place.path
  await writeFile(place.join('file'), '')
  for (const prefix of ['file', 'file/below']) {
    const { code, stderr } = await agency(['install', '--prefix', prefix], { directory })
    expect(code).toBe(2)
    expect(stderr).toContain('it is not a directory; choose another --prefix')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
})

test('without a HOME it wants to be told where', async () => {
  await using place = await temporaryDirectory()
  const environment = { HOME: '' }
  const { code, stdout, stderr } = await agency(['install'], { directory: place.path, environment })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('HOME is not set; name a directory with --prefix')
})

test('from its sources it tells to compile first', async () => {
  await using place = await temporaryDirectory()
  const main = join(import.meta.dirname, '../main.ts')
  const { code, stderr } = await agency([main, 'install'], {
    directory: place.path,
    executable: process.execPath,
  })
  expect(code).toBe(2)
  expect(stderr).toContain('./build.sh compile')
})
