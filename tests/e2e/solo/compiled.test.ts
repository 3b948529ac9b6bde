import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { asCompiled } from '../stage.ts'
import { fixtures, openScenario, runAlone } from './scenario.ts'

verifies(
  ['AUT-139', 'AUT-141', 'AUT-154', 'AUT-167'],
  'autonoe alone prints its help, and run takes the same options under both names',
  async () => {
    await using scenario = await openScenario('hello-world')
    const [help, version, options, others] = await Promise.all([
      runAlone(scenario),
      runAlone(scenario, '--version'),
      runAlone(scenario, 'run', '--help'),
      scenario.agency(['run', '--help']).done,
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
    const [agency = ''] = await asCompiled()
    const words = [agency, join(fixtures, 'hello-world/script.yaml')]
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
