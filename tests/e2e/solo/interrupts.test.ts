import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { describe, expect } from 'vitest'
import { processesOf, processesWith, until } from '../processes.ts'
import type { Stage } from '../stage.ts'
import { greeting, honestTurns, readStatus, resultIn, sessions, setOpenWork } from './open-work.ts'

const inTool = `
      - do: [ { Bash: { command: "tail -f /dev/null & tail -f /dev/null" } } ]
      - say: never said
`
const inHungRequest = '\n      - { say: never said, fault: { hang: true } }\n'
const inDelay = '\n      - say: nothing done yet\n'
const inAnHour = Math.floor(Date.now() / 1000) + 3600
const inQuotaWait = `
      - { say: never said, fault: { usage_limit: "Claude AI usage limit reached|${inAnHour}" } }
`
const inVerification = `
      - do: [ { mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: DL-001, passed: true } } ]
      - say: never said
`

const whileTailRuns = (stage: Stage) =>
  until('the command runs', () => {
    const running = processesOf('tail')
    if (running.length === 0) return false
    const ours = processesWith(stage.directory)
    return running.some((pid) => ours.includes(pid))
  })
const untilGone = (stage: Stage) =>
  until('nothing is left', () => processesWith(stage.directory).length === 0)
const lockOf = (stage: Stage) => join(stage.project, '.autonoe/run.lock')
const strangers = (stage: Stage) =>
  readdirSync(stage.project).filter((name) => !known.includes(name))
const known = ['.autonoe', 'SPEC.md', 'hello.txt', 'check.mjs', 'slow']

describe('Ctrl-C', () => {
  const moments = [
    { where: 'while a tool runs', script: inTool, reached: whileTailRuns },
    {
      where: 'while the model does not answer',
      script: inHungRequest,
      reached: (stage: Stage) =>
        until('the model is asked', () =>
          stage.model.requests.some(({ path }) => path.startsWith('/v1/messages')),
        ),
    },
    { where: 'in the delay between sessions', script: inDelay, says: '"reason":"delay"' },
    { where: 'in a wait for quota', script: inQuotaWait, says: '"reason":"quota"' },
    {
      where: 'during a verification',
      script: inVerification,
      verify: ['tail -f /dev/null'],
      reached: whileTailRuns,
    },
  ]
  for (const { where, script, says, reached, verify } of moments) {
    verifies(
      ['SC-S005', 'AUT-021', 'AUT-153'],
      `${where} ends the run within two seconds, and all it started`,
      async () => {
        await using stage = await setOpenWork(sessions(script), {
          deliverables: [verify === undefined ? greeting : { verify }],
        })
        const agency = stage.agency(['run', '--json', '--delay', '10m'])
        await (says === undefined ? reached?.(stage) : agency.until(says))
        const askedAt = performance.now()
        agency.kill('SIGINT')
        const { code, stdout, stderr } = await agency.done
        expect(performance.now() - askedAt).toBeLessThan(2_000)
        expect(processesWith(stage.directory)).toEqual([])
        expect(code, stderr).toBe(130)
        expect(resultIn(stdout)).toMatchObject({
          outcome: 'interrupted',
          interrupted: true,
          success: false,
        })
        expect(readStatus(stage)).toMatchObject([{ id: 'DL-001', passed: false, blocked: false }])
        expect(existsSync(lockOf(stage))).toBe(false)
        expect(strangers(stage)).toEqual([])
      },
    )
  }
})

verifies(
  'AUT-021',
  'Ctrl-C in the final check ends the run within two seconds, and takes no pass away',
  async () => {
    const proof = { kind: 'verified', evidence: 'DL-001-1.json', testFiles: {} } as const
    await using stage = await setOpenWork(sessions(inDelay), {
      deliverables: [{ verify: ['tail -f /dev/null'], passed: true, proof }],
    })
    const agency = stage.agency(['run', '--json'])
    await whileTailRuns(stage)
    const askedAt = performance.now()
    agency.kill('SIGINT')
    const { code, stderr } = await agency.done
    expect(performance.now() - askedAt).toBeLessThan(2_000)
    expect(code, stderr).toBe(130)
    expect(processesWith(stage.directory)).toEqual([])
    expect(readStatus(stage)).toMatchObject([{ id: 'DL-001', passed: true, proof }])
  },
)

verifies(
  'AUT-204',
  'kill -9 in a tool, a verification, a delay: nothing is left, and the next run goes on from the truth',
  async () => {
    const check = `
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
if (existsSync('slow')) execFileSync('tail', ['-f', '/dev/null'])
process.exit(readFileSync('hello.txt', 'utf8') === 'Hello' ? 0 : 1)
`
    await using stage = await setOpenWork(
      sessions(inTool, inVerification, inDelay, honestTurns, honestTurns),
      { deliverables: [{ verify: ['node check.mjs'] }], files: { 'check.mjs': check, slow: '' } },
    )
    const moments = [
      () => whileTailRuns(stage),
      () => whileTailRuns(stage),
      (agency: ReturnType<Stage['agency']>) => agency.until('"reason":"delay"'),
    ]
    for (const reached of moments) {
      const agency = stage.agency(['run', '--json', '--delay', '10m'])
      await reached(agency)
      const second = await stage.agency(['run']).done
      expect(second).toMatchObject({ code: 1, stdout: '' })
      expect(second.stderr).toMatch(new RegExp(`another run .*pid ${agency.pid} .*started 20`))
      agency.kill('SIGKILL')
      await agency.done
      await untilGone(stage)
      expect(readStatus(stage)).toMatchObject([{ id: 'DL-001', passed: false, blocked: false }])
      expect(existsSync(lockOf(stage))).toBe(true)
    }
    rmSync(join(stage.project, 'slow'))
    const { code, stdout, stderr } = await stage.agency(['run', '--json']).done
    expect(code, stderr).toBe(0)
    expect(resultIn(stdout)).toMatchObject({ outcome: 'all_passed', iterations: 1 })
    expect(existsSync(lockOf(stage))).toBe(false)
    expect(strangers(stage)).toEqual([])
  },
)
