import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledAgency, compileAgency, verifies } from '@agency/testing'
import { beforeAll, expect } from 'vitest'
import { fixtures, openScenario, type Scenario } from './scenario.ts'

let compiled: CompiledAgency
beforeAll(async () => {
  compiled = await compileAgency()
})

/** Neither Bun nor packages are to be found here. */
const path = '/usr/local/bin:/usr/bin:/bin'

verifies(
  ['AUT-034', 'AUT-154', 'AUT-167'],
  'the executable alone runs a project, through its link, with the instructions it holds',
  async () => {
    expect(Bun.which('bun', { PATH: path })).toBeNull()
    await using scenario = await openScenario('hello-world')
    const { code, stdout, stderr } = await autonoe(scenario, 'run', '-n', '3', '--delay', '100ms')
    expect(code, stdout + stderr).toBe(0)
    expect(scenario.read('hello.txt')).toBe('Hello, World!\n')
    const [first, second] = scenario.instructions()
    expect(first).toContain('# Plan the work')
    expect(second).toContain('# Build one deliverable')
  },
)

verifies(
  ['AUT-139', 'AUT-141', 'AUT-154', 'AUT-167'],
  'autonoe alone prints its help, and run takes the same options under both names',
  async () => {
    await using scenario = await openScenario('hello-world')
    const [help, version, options, others] = await Promise.all([
      autonoe(scenario),
      autonoe(scenario, '--version'),
      autonoe(scenario, 'run', '--help'),
      scenario.agency(['run', '--help'], { executable: [join(compiled.directory, 'agency')] }).done,
    ])
    expect(help.stdout + help.stderr).toMatch(/^ +run +/m)
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) })
    expect(options.stdout).toContain('--max-budget-usd')
    expect(options.stdout).toBe(others.stdout.replaceAll('agency run', 'autonoe run'))
  },
)

verifies(
  'AUT-155',
  'with the rehearsal model a run completes where nothing but loopback can be reached',
  async () => {
    await using scenario = await openScenario('hello-world')
    const alone = ['bwrap', '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent']
    const story = `
      coproc "$0" rehearsal serve "$1" --port 8787
      trap 'kill $COPROC_PID' EXIT
      read -r <&"\${COPROC[0]}"
      "$0" run -n 3 --delay 100ms`
    const words = [join(compiled.directory, 'agency'), join(fixtures, 'hello-world/script.yaml')]
    const { code, stdout, stderr } = await scenario.agency(words, {
      executable: [...alone, 'bash', '-c', story],
      environment: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8787' },
    }).done
    expect(code, stdout + stderr).toBe(0)
    expect(scenario.read('hello.txt')).toBe('Hello, World!\n')
    expect(stdout).toContain('model: rehearsal')
    // Nobody outside was asked.
    expect(scenario.model.requests).toEqual([])
  },
)

/** The executable in a directory of its own, under the name autonoe. */
function autonoe(scenario: Scenario, ...words: string[]) {
  const place = join(scenario.directory, `elsewhere ${words.length}`)
  mkdirSync(place)
  copyFileSync(join(compiled.directory, 'agency'), join(place, 'agency'))
  symlinkSync('agency', join(place, 'autonoe'))
  const executable = [join(place, 'autonoe')]
  return scenario.agency(words, { executable, environment: { PATH: path } }).done
}
