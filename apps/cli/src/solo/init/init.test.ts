import { readFileSync, writeFileSync } from 'node:fs'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { commands } from '../../commands.ts'
import { dispatch } from '../../frame/dispatch.ts'
import { recordingContext } from '../../frame/recording-context.ts'
import { findProgram } from '../../programs.ts'

async function autonoe(line: string, workingDirectory: string) {
  const { context, out, errors } = recordingContext({ program: 'autonoe', workingDirectory })
  const exitCode = await dispatch(line.split(' '), findProgram('autonoe'), commands, context)
  return { exitCode, out: out(), errors: errors() }
}

verifies('CLI-007', 'init writes a starter SPEC.md and agent.json', async () => {
  await using place = await temporaryDirectory()
  const { exitCode, out } = await autonoe('init', place.path)
  expect(exitCode).toBe(0)
  expect(out).toBe(
    'written  SPEC.md\nwritten  .autonoe/agent.json\n\nNext: say in SPEC.md what you want, then type "autonoe run".\n',
  )
  expect(readFileSync(place.join('SPEC.md'), 'utf8')).toContain('features/*.feature')
  expect(JSON.parse(readFileSync(place.join('.autonoe/agent.json'), 'utf8'))).toMatchObject({
    permissions: { allow: [] },
  })
})

verifies('CLI-007', 'init overwrites nothing, and says what it kept', async () => {
  await using place = await temporaryDirectory()
  writeFileSync(place.join('SPEC.md'), 'mine')
  const { exitCode, out } = await autonoe('init --json', place.path)
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toEqual({
    files: [
      { path: 'SPEC.md', written: false },
      { path: '.autonoe/agent.json', written: true },
    ],
  })
  expect(readFileSync(place.join('SPEC.md'), 'utf8')).toBe('mine')
  expect((await autonoe('init', place.path)).out).toContain('kept     .autonoe/agent.json')
})

verifies('CLI-007', 'init does not make a project directory', async () => {
  await using place = await temporaryDirectory()
  const { exitCode, errors } = await autonoe('init -p missing', place.path)
  expect(exitCode).toBe(2)
  expect(errors).toContain(place.join('missing'))
})
