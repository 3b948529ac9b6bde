import { scriptedLoop } from '@agency/testing'
import { expect, test } from 'vitest'

const { deliverable, end, oneOpen, passed, session, setUp } = scriptedLoop
type Script = scriptedLoop.Script

test('an abort in a session ends it, starts no other, and the run resolves', async () => {
  const abort = new AbortController()
  const endless: Script = async function* () {
    yield { type: 'agent_text', text: 'thinking' }
    abort.abort()
    await new Promise(() => {})
  }
  const { runner, journal } = setUp({ initial: oneOpen, scripts: [endless] })
  expect(await runner.run(abort.signal)).toMatchObject({
    success: false,
    outcome: 'interrupted',
    interrupted: true,
    iterations: 1,
  })
  expect(journal).toEqual(['0s create 1', '0s coding 1', '0s dispose 1'])
})

test.each<['delay' | 'quota', Script, string[]]>([
  ['delay', session(), ['create 1', 'coding 1', 'create 2', 'dispose 1', 'dispose 2']],
  [
    'quota',
    session(undefined, end({ quotaResetsAt: null })),
    ['create 1', 'coding 1', 'dispose 1'],
  ],
])('an abort in a wait for %s ends the run and leaves no client', async (reason, script, steps) => {
  const abort = new AbortController()
  const { runner, journal, clock } = setUp({
    initial: oneOpen,
    scripts: [script],
    onEvent: (event) => {
      if (event.type === 'waiting' && event.reason === reason) queueMicrotask(() => abort.abort())
    },
  })
  expect(await runner.run(abort.signal)).toMatchObject({
    outcome: 'interrupted',
    iterations: reason === 'delay' ? 1 : 0,
  })
  expect(journal).toEqual(steps.map((step) => `0s ${step}`))
  expect(clock.waits).toEqual([])
})

test('a run that is aborted before it starts has no session', async () => {
  const { runner, setups } = setUp({ initial: { deliverables: [deliverable('A', passed)] } })
  expect(await runner.run(AbortSignal.abort())).toMatchObject({
    outcome: 'interrupted',
    iterations: 0,
  })
  expect(setups).toEqual([])
})
