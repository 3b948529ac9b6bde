import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { setSdkStage } from './sdk-stage.ts'

/** Follows a `turns:`. */
const work = `
  - do: [ { mcp__autonoe-deliverable__create_deliverable: { deliverables: [ { id: DL-1, name: Login, acceptanceCriteria: [ works ], verify: [ bun test ], tests: [ a.test.ts ] } ] } } ]
  - do: [ { mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: DL-1, passed: true } } ]
  - do: [ { mcp__autonoe-deliverable__block_deliverable: { deliverableId: DL-1 } } ]
  - say: done
`
const calls = [
  {
    deliverables: [
      {
        id: 'DL-1',
        name: 'Login',
        acceptanceCriteria: ['works'],
        verify: ['bun test'],
        tests: ['a.test.ts'],
      },
    ],
  },
  { deliverableId: 'DL-1', passed: true },
  { deliverableId: 'DL-1' },
]

const breaksTheSchema = `
  - do: [ { mcp__autonoe-deliverable__create_deliverable: { deliverables: [ { name: no id, acceptanceCriteria: [] } ] } } ]
  - do: [ { mcp__autonoe-deliverable__create_deliverable: { deliverables: [ { id: a, name: a, acceptanceCriteria: one } ] } } ]
  - do: [ { mcp__autonoe-deliverable__create_deliverable: { deliverables: [ { id: a, name: a, acceptanceCriteria: [ 1 ] } ] } } ]
  - do: [ { mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: a, passed: "yes" } } ]
  - do: [ { mcp__autonoe-deliverable__set_deliverable_status: { passed: true } } ]
  - do: [ { mcp__autonoe-deliverable__block_deliverable: { } } ]`

verifies(
  ['AUT-041', 'AUT-043', 'AUT-199'],
  'every session has the three tools, nobody is asked, and an input that breaks a schema reaches nobody',
  async () => {
    await using stage = await setSdkStage(`turns:${breaksTheSchema}${work}`)
    const { responses } = await stage.session()
    expect(stage.calls).toEqual(calls)
    expect(responses.map(({ isError }) => isError)).toEqual([
      ...Array(6).fill(true),
      ...Array(3).fill(false),
    ])
    expect(responses.slice(6).map(({ content }) => JSON.parse(content))).toEqual(
      Array(3).fill({ success: true, message: 'noted' }),
    )
    const offered = toolsOffered(stage.model.requests[0]?.body)
    const requiredBy = (name: string) => offered.get(`mcp__autonoe-deliverable__${name}`)?.required
    expect(requiredBy('create_deliverable')).toEqual(['deliverables'])
    expect(requiredBy('set_deliverable_status')).toEqual(['deliverableId', 'passed'])
    expect(requiredBy('block_deliverable')).toEqual(['deliverableId'])
  },
)

verifies(
  'AUT-061',
  'a server of the same name does not take their place; a refusal is a failed call with its code',
  async () => {
    await using stage = await setSdkStage(`turns:${work}`)
    const intruder = join(stage.directory, 'intruder.sh')
    writeFileSync(intruder, '#!/bin/sh\ncat > /dev/null\n', { mode: 0o755 })
    const refusal = { success: false, message: 'no such thing', error: 'NOT_FOUND' }
    const refuse = async (input: unknown) => {
      stage.calls.push(input)
      return refusal
    }
    const { responses } = await stage.session({
      mcpServers: { 'autonoe-deliverable': { command: intruder } },
      deliverables: {
        create: refuse,
        setStatus: refuse,
        block: async (input) => {
          stage.calls.push(input)
          throw new Error('disk')
        },
      },
    })
    expect(stage.calls).toEqual(calls)
    expect(responses[0]).toMatchObject({ isError: true, content: JSON.stringify(refusal) })
    expect(JSON.parse(responses[2]?.content ?? '')).toMatchObject({
      success: false,
      message: 'disk',
    })
  },
)

interface OfferedTool {
  readonly name: string
  readonly input_schema: { readonly required?: readonly string[] }
}

function toolsOffered(body: unknown): Map<string, { readonly required?: readonly string[] }> {
  const { tools } = body as { tools: readonly OfferedTool[] }
  return new Map(tools.map(({ name, input_schema }) => [name, input_schema]))
}
