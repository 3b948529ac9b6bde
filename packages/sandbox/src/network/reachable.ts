import { err, ok, type Result, SandboxError, type SandboxPolicy } from '@agency/core'
import { isValidAllowedDomainEntry } from '@anthropic-ai/sandbox-runtime/dist/sandbox/domain-pattern.js'
import { type Endpoint, parseEndpoint } from './endpoint.ts'

/** The addresses that a policy opens one by one: its local services and its model. */
export function readReachable(policy: SandboxPolicy): Result<readonly Endpoint[], SandboxError> {
  const { network, modelAddress } = policy
  if (network.mode === 'allowlist') {
    const wrong = network.domains.find((domain) => !isValidAllowedDomainEntry(domain))
    if (wrong !== undefined) {
      return err(
        new SandboxError(`"${wrong}" is no domain`, {
          fix: 'Write example.com, *.example.com or example.com:443',
        }),
      )
    }
  }
  const local = 'allowLocal' in network ? (network.allowLocal ?? []) : []
  const endpoints: Endpoint[] = []
  for (const address of [...local, ...(modelAddress === undefined ? [] : [modelAddress])]) {
    const endpoint = parseEndpoint(address)
    if (!endpoint.ok) return endpoint
    endpoints.push(endpoint.value)
  }
  return ok(endpoints)
}
