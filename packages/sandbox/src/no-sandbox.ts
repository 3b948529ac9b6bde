import { ok, type Sandbox } from '@agency/core'
import { groupControls } from './process-group.ts'
import { isListeningOnHost, requireFreePorts } from './publish/host-ports.ts'

/** No sandbox at all. Only somebody's explicit choice may lead here, and it warrants a warning. */
export function createNoSandbox(): Sandbox {
  return {
    engine: 'none',
    async wrap(command, { publishedPorts }) {
      const free = await requireFreePorts(publishedPorts)
      if (!free.ok) return free
      return ok({
        ...command,
        ...groupControls,
        isListening: isListeningOnHost,
        async [Symbol.asyncDispose]() {},
      })
    },
  }
}
