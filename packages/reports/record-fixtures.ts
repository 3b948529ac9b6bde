/**
 * Records the fixtures of this package from the real tools:
 *
 *     bun packages/reports/record-fixtures.ts [tool…]
 *
 * Packages of npm are installed into a temporary directory; go, cargo and pytest come from the
 * system (`apt-get install golang-go python3-pytest`). Each scenario is a small project and a
 * command; what the command printed is stored as fixtures/<tool>/<scenario>.json, with the
 * project's path replaced by /project.
 */
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { scenarios } from './scenarios/all-scenarios.ts'

const packages = [
  'vitest@5.0.5',
  'jest@30.5.2',
  'mocha@12.0.3',
  'tape@5.10.2',
  'eslint@10.14.0',
  'typescript@7.0.2',
  '@biomejs/biome@2.6.6',
  'pnpm@10',
  'yarn@1',
]

const wanted = process.argv.slice(2)
const root = await realpath(await mkdtemp(join(tmpdir(), 'reports-')))
const path = [
  join(root, 'node_modules/.bin'),
  dirname(Bun.which('cargo') ?? ''),
  '/usr/bin',
  '/bin',
]
/** What would make the output depend on the machine is taken out of the environment. */
const environment = [
  ...['CI', 'RUST_BACKTRACE', 'FORCE_COLOR', 'NO_COLOR'].flatMap((name) => ['-u', name]),
  'npm_config_userconfig=/dev/null',
  `PATH=${path.join(':')}`,
]

try {
  await Bun.write(join(root, 'package.json'), '{"private":true}')
  await Bun.$`npm install --no-audit --no-fund ${packages}`.cwd(root).quiet()
  await symlink(process.execPath, join(root, 'node_modules/.bin/bun'))
  for (const [tool, commands] of Object.entries(scenarios)) {
    if (wanted.length === 0 || wanted.includes(tool)) await recordTool(tool, commands)
  }
} finally {
  await rm(root, { recursive: true, force: true })
}

async function recordTool(tool: string, commands: (typeof scenarios)[string]): Promise<void> {
  for (const [name, { command, files }] of Object.entries(commands)) {
    const project = join(root, 'project')
    await rm(project, { recursive: true, force: true })
    await mkdir(project)
    for (const [path, text] of Object.entries(files)) await Bun.write(join(project, path), text)
    const { exitCode, stdout, stderr } = await run(command, project)
    const fixture = { command, exitCode, stdout: neutral(stdout), stderr: neutral(stderr) }
    const path = join(import.meta.dirname, 'fixtures', tool, `${name}.json`)
    await Bun.write(path, `${JSON.stringify(fixture, null, 2)}\n`)
    console.log(`${tool}/${name}: exit ${exitCode}`)
  }
}

async function run(command: string, cwd: string) {
  const child = Bun.spawn(['env', ...environment, 'sh', '-c', command], {
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { exitCode, stdout, stderr }
}

function neutral(text: string): string {
  return text
    .replaceAll(join(root, 'project'), '/project')
    .replaceAll(root, '')
    .replaceAll(/hostname="[^"]*"/g, 'hostname="host"')
    .replaceAll(/\/\S+\/_logs\/\S+/g, '/logs/npm.log')
}
