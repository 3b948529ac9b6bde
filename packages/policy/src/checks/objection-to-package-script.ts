import { objectionToCheck } from './objection-to-check.ts'

/**
 * Why a line that runs scripts of package.json proves nothing: one of them is a line that would
 * prove nothing by itself. Undefined when none is, or when the line runs none.
 */
export function objectionToPackageScript(
  line: string,
  scripts: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [, name = ''] of line.matchAll(scriptRun)) {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
    if (typeof script !== 'string') continue
    const objection = objectionToCheck(script) ?? objectionToPackageScript(script, without(name))
    if (objection !== undefined) return `the script "${name}" of package.json: ${objection}`
  }
  return undefined

  /** A script that runs itself would be looked at for ever. */
  function without(name: string): Readonly<Record<string, unknown>> {
    return { ...scripts, [name]: undefined }
  }
}

const scriptRun =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+)*(?:run(?:-script)?\s+(?:-\S+\s+)*)?([\w:.-]+)/g
