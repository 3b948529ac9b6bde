import { createClaudeAgentClientFactory } from '@agency/claude'

/** Runs one session in its directory and tells of its events, until it is killed. */
const answer = async () => ({ success: true, message: 'noted' })
const factory = createClaudeAgentClientFactory({
  cwd: process.cwd(),
  environment: process.env,
  deliverables: { create: answer, setStatus: answer, block: answer },
  toolCallHooks: [],
})
await using client = factory.create({})
for await (const event of client.query('Do it.', new AbortController().signal)) {
  console.log(event.type)
}
