import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

/**
 * The scripts of package.json that a command line has a package manager run, and those that they
 * run in turn, as far as the text of the line tells.
 */
export async function findPackageScripts(
  projectDirectory: string,
  command: string,
): Promise<readonly string[]> {
  const found = new Set<string>()
  const pending = [command]
  for (let line = pending.pop(); line !== undefined; line = pending.pop()) {
    for (const directory of directoriesIn(line)) {
      const scripts = await loadScripts(projectDirectory, directory)
      for (const name of scriptNamesIn(line)) {
        const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
        if (script === undefined || found.has(script)) continue
        found.add(script)
        pending.push(script)
      }
    }
  }
  return [...found]
}

/** `npm test`, `npm run x`, `yarn x`, `bun run x`; `bun test` is a runner and no script. */
function scriptNamesIn(line: string): string[] {
  return [...line.matchAll(managers)].flatMap(([, manager, run, name = '']) => {
    if (manager === 'npm' && (name === 't' || name === 'tst')) return ['test']
    return manager === 'bun' && run === undefined && name === 'test' ? [] : [name]
  })
}

/** The project itself, and where the line goes before it calls a package manager. */
function directoriesIn(line: string): string[] {
  return ['.', ...[...line.matchAll(places)].map(([, directory = '.']) => directory)]
}

const option = String.raw`(?:-{1,2}\S+\s+)`
const managers = new RegExp(
  String.raw`\b(npm|pnpm|yarn|bun)\s+(?:(?:--prefix|--cwd|--dir|-C)\s+\S+\s+)?${option}*(?:(run|run-script)\s+)?${option}*([\w:.-]+)`,
  'g',
)
const places = /(?:\bcd|--prefix|--cwd|--dir|-C)[\s=]+["']?([^\s"';&|()]+)/g

async function loadScripts(
  projectDirectory: string,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  const place = resolve(projectDirectory, directory)
  if (relative(projectDirectory, place).startsWith('..')) return {}
  try {
    const manifest: unknown = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
    const { scripts }: { scripts?: unknown } = typeof manifest === 'object' ? { ...manifest } : {}
    if (typeof scripts !== 'object' || scripts === null) return {}
    return Object.fromEntries(
      Object.entries(scripts).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {} // The package manager will say what is wrong with it.
  }
}
