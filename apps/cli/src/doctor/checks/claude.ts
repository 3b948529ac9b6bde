import { findClaude } from '@agency/claude'
import { ClaudeInvocationError } from '@agency/core'
import type { Check, Place } from '../check.ts'

const install = 'npm install -g @anthropic-ai/claude-code'
const shipped = 'shipped with the Agent SDK'

export const claude: Check = {
  name: 'claude',
  needed: true,
  async look(place, signal) {
    const found = locate(place)
    if (found.path === undefined) {
      return { state: 'missing', detail: found.problem, fix: found.fix }
    }
    const where = found.how === shipped ? shipped : `${found.how} (${found.path})`
    const { exitCode, stdout, stderr } = await place.run([found.path, '--version'], signal)
    const version = /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0]
    if (exitCode === 0 && version !== undefined) {
      return { state: 'ok', detail: `${version}, ${where}` }
    }
    const said = (stderr || stdout).split('\n')[0] || 'nothing'
    const detail = `${where} did not report a version; exit code ${exitCode}, it said: ${said}`
    return {
      state: 'missing',
      detail,
      fix: found.how === 'CLAUDE_BIN' ? 'unset CLAUDE_BIN' : install,
    }
  },
}

type Located =
  | { readonly path: string; readonly how: string }
  | { readonly path: undefined; readonly problem: string; readonly fix: string }

function locate(place: Place): Located {
  try {
    const path = findClaude(place.environment)
    if (place.environment['CLAUDE_BIN']) return { path, how: 'CLAUDE_BIN' }
    return { path, how: path === place.find('claude') ? 'on PATH' : shipped }
  } catch (error) {
    if (!(error instanceof ClaudeInvocationError)) throw error
    if (error.kind === 'not-installed') {
      return { path: undefined, problem: 'not installed', fix: install }
    }
    const chosen = place.environment['CLAUDE_BIN']
    const problem = `CLAUDE_BIN is ${chosen}, which is not an executable file`
    return { path: undefined, problem, fix: 'unset CLAUDE_BIN' }
  }
}
