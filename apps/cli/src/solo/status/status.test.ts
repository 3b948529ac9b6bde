import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createProjectFingerprint } from '@agency/store'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { commands } from '../../commands.ts'
import { dispatch } from '../../frame/dispatch.ts'
import { recordingContext } from '../../frame/recording-context.ts'
import { findProgram } from '../../programs.ts'
import { everyState } from '../board/sample-run.ts'

async function status(line: string, projectDirectory: string) {
  const { context, out, errors } = recordingContext({ program: 'autonoe' })
  const words = ['status', '-p', projectDirectory, ...line.split(' ').filter(Boolean)]
  const exitCode = await dispatch(words, findProgram('autonoe'), commands, context)
  return { exitCode, out: out(), errors: errors() }
}

async function projectWith(text: string) {
  const place = await temporaryDirectory()
  mkdirSync(place.join('.autonoe'))
  writeFileSync(place.join('.autonoe/status.json'), text)
  return place
}

const planned = JSON.stringify({ ...everyState, costUsd: 1.234 })

verifies(
  'CLI-007',
  'status is a table with what each deliverable rests on, and the cost',
  async () => {
    await using place = await projectWith(planned)
    const { exitCode, out } = await status('', place.path)
    expect(exitCode).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "  · DL-001  A name is greeted                   open
        ✓ DL-002  A missing name is a usage error     verified       .autonoe/evidence/DL-002-1.json
        ✓ DL-003  The README shows how to install it  self-reported  the agent says so
        ✗ DL-004  It is published to the registry     blocked        see .autonoe-note.txt

      2 of 4 passed, 1 blocked · $1.23 so far
      "
    `)
  },
)

verifies('CLI-007', 'status --json has the same for a program', async () => {
  await using place = await projectWith(planned)
  const { exitCode, out } = await status('--json', place.path)
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    planned: true,
    passed: 2,
    blocked: 1,
    total: 4,
    costUsd: 1.234,
    deliverables: [
      { id: 'DL-001', state: 'open' },
      { id: 'DL-002', state: 'verified', evidence: '.autonoe/evidence/DL-002-1.json' },
      { id: 'DL-003', state: 'self-reported' },
      { id: 'DL-004', state: 'blocked' },
    ],
  })
})

test('a pass says that files have changed since; a lost one where the reason is', async () => {
  await using place = await projectWith('')
  const project = await createProjectFingerprint(place.path).take()
  const [open, verified] = everyState.deliverables
  const proven = { ...verified, proof: { ...verified.proof, project } }
  const lostPass = { reason: '1 test failed', evidence: 'DL-001-2.json' }
  const text = JSON.stringify({ deliverables: [{ ...open, lostPass }, proven] })
  writeFileSync(place.join('.autonoe/status.json'), text)
  expect((await status('', place.path)).out).toMatch(/verified +\S+DL-002-1.json\n/)
  writeFileSync(place.join('new.ts'), '')
  const { out } = await status('', place.path)
  expect(out).toMatch(/verified +\S+DL-002-1.json, before later changes\n/)
  expect(out).toMatch(/open +lost its pass: \.autonoe\/evidence\/DL-001-2.json\n/)
  expect(JSON.parse((await status('--json', place.path)).out).deliverables).toMatchObject([
    {
      id: 'DL-001',
      lostPass: { reason: '1 test failed', evidence: '.autonoe/evidence/DL-001-2.json' },
    },
    { id: 'DL-002', changedSince: true },
  ])
})

test('one that lost its pass and was blocked then says both', async () => {
  const lostPass = { reason: '1 test failed', evidence: 'DL-004-2.json' }
  const deliverables = [{ ...everyState.deliverables[3], lostPass }]
  await using place = await projectWith(JSON.stringify({ deliverables }))
  expect((await status('', place.path)).out).toMatch(
    /blocked +see \.autonoe-note\.txt; lost its pass: \.autonoe\/evidence\/DL-004-2\.json\n/,
  )
})

test('a project without a plan says so, and none is made', async () => {
  await using place = await temporaryDirectory()
  expect(await status('', place.path)).toEqual({
    exitCode: 0,
    out: 'nothing is planned yet; "autonoe run" does it\n',
    errors: '',
  })
  expect(JSON.parse((await status('--json', place.path)).out)).toMatchObject({
    planned: false,
    deliverables: [],
  })
})

test('the plain status of an earlier version is read: a pass without proof is the word of the agent', async () => {
  const { proof: _, ...pass } = everyState.deliverables[2]
  await using place = await projectWith(JSON.stringify({ deliverables: [pass] }))
  expect((await status('', place.path)).out).toContain('self-reported')
})

test.each(['', '{', '[]', '{"deliverables":{}}', '{"deliverables":[{"id":1}]}'])(
  'a damaged status (%j) is an error that names the file, which stays as it is',
  async (text) => {
    await using place = await projectWith(text)
    const { exitCode, out, errors } = await status('', place.path)
    expect(exitCode).toBe(2)
    expect(out).toBe('')
    expect(errors).toContain(place.join('.autonoe/status.json'))
    expect(readFileSync(place.join('.autonoe/status.json'), 'utf8')).toBe(text)
  },
)
