import { readdirSync, readFileSync } from 'node:fs'

/** The processes whose command line or environment holds this text (Linux). */
export function processesWith(text: string): number[] {
  return living((pid) => ['cmdline', 'environ'].some((file) => read(pid, file).includes(text)))
}

/**
 * The processes that run this executable, as their command line names it (Linux). A child looks like its parent until
 * it runs a program of its own: it does not count.
 */
export function processesOf(executable: string): number[] {
  const named = living((pid) => read(pid, 'cmdline').startsWith(executable))
  return named.filter((pid) => {
    const parent = /^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1]
    return parent !== undefined && !named.includes(Number(parent))
  })
}

/** Resolves once the condition holds; rejects when it does not within a minute. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const patience = AbortSignal.timeout(60_000)
  while (!condition()) {
    if (patience.aborted) throw new Error(`waited in vain until ${what}`)
    // Who looks costs the cores that the awaited needs: a look at all processes takes milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function living(condition: (pid: number) => boolean): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter(condition)
    .filter((pid) => !/^State:\s+Z/m.test(read(pid, 'status')))
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
