import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findClaude } from '@agency/claude'
import { createRehearsalServer } from '@agency/rehearsal'
import type { CommandBody, Context } from '../frame/command.ts'
import { paint } from '../frame/terminal.ts'
import { runningExecutable } from '../install/running-executable.ts'
import { findBrowserServer } from '../solo/browser-server.ts'
import { run as runProject } from '../solo/start.ts'
import { describeEvidence } from './evidence.ts'
import { findFreePort } from './find-free-port.ts'
import { findTestRunner, translateFor } from './find-test-runner.ts'
import spec from './spec.md' with { type: 'text' }
import { tellStory, writtenPort } from './tell-story.ts'

/** A whole `autonoe run` in a directory that is gone afterwards. */
export const run: CommandBody = async (_invocation, context) => {
  const runner = findTestRunner(context.environment['PATH'])
  const claude = findClaude(context.environment)
  const directory = await mkdtemp(join(tmpdir(), 'agency-demo-'))
  try {
    const browser = findBrowserServer(context, directory)
    const port = await findFreePort(writtenPort)
    const script = tellStory({ testRunner: runner, port, inBrowser: browser.ok })
    await using model = createRehearsalServer({ script })
    const project = join(directory, 'split-the-bill')
    await mkdir(project)
    await mkdir(join(directory, 'tmp'))
    const text = translateFor(runner, spec)
    await writeFile(join(project, 'SPEC.md'), text)

    introduce(context, text, browser.ok ? undefined : browser.error)
    const environment = isolated(directory, model.url, claude, context)
    // As a person would: from within the project, so that its files are called by their names.
    process.chdir(project)
    const options = { delay: '1s', maxIterations: '4' }
    const code = await runProject(
      { operands: [], options, rest: [] },
      { ...context, environment, workingDirectory: project },
    )
    if (code === 0) context.stdout.write(await describeEvidence(project, context.stdout))
    if (code === 0) sayGoodbye(context)
    return code
  } finally {
    process.chdir(context.workingDirectory)
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Nothing of the person's own settings or keys is seen or changed. */
function isolated(directory: string, url: string, claude: string, context: Context) {
  const { PATH = '/usr/bin:/bin', TERM = 'dumb', LANG = 'C.UTF-8', NO_COLOR } = context.environment
  return {
    PATH,
    TERM,
    LANG,
    ...(NO_COLOR === undefined ? {} : { NO_COLOR }),
    HOME: directory,
    TMPDIR: join(directory, 'tmp'),
    CLAUDE_CODE_TMPDIR: join(directory, 'tmp'),
    CLAUDE_CONFIG_DIR: join(directory, '.claude'),
    AGENCY_ROOT: join(directory, '.agency'),
    CLAUDE_BIN: claude,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ANTHROPIC_API_KEY: 'sk-rehearsal',
    ANTHROPIC_BASE_URL: url,
  }
}

function introduce({ stdout }: Context, text: string, noBrowser: string | undefined): void {
  const wishes = text.split('\n').filter((line) => /^(# |- | {2})/.test(line))
  stdout.write(
    [
      `${paint(stdout, 'bold', 'agency demo')}: a whole run of the real Claude Code, in a temporary directory.`,
      `The ${paint(stdout, 'magenta', 'rehearsal')} model plays Claude from a script: no key, no cost.`,
      ...(noBrowser === undefined
        ? []
        : [`Without looking at the page in a browser: ${noBrowser}.`]),
      '',
      `${paint(stdout, 'cyan', '$')} cat SPEC.md`,
      ...wishes.map((line) => paint(stdout, 'dim', line)),
      '',
      `${paint(stdout, 'cyan', '$')} autonoe run`,
      '',
    ].join('\n'),
  )
}

function sayGoodbye({ stdout, environment }: Context): void {
  // From its sources agency finds the claude among its packages; installed, it wants one on PATH.
  const hasClaude = Bun.which('claude', { PATH: environment['PATH'] ?? '' }) !== null
  stdout.write(
    [
      '',
      `This was the ${paint(stdout, 'magenta', 'rehearsal')} model. To use Claude:`,
      '',
      ...(runningExecutable() === undefined ? ['  ./build.sh compile && dist/agency install'] : []),
      ...(hasClaude ? [] : ['  npm install -g @anthropic-ai/claude-code']),
      '  export ANTHROPIC_API_KEY=…      or log in once: start "claude" and type /login',
      '  autonoe init                    a SPEC.md to fill in',
      '  autonoe run --max-budget-usd 10',
      '',
    ].join('\n'),
  )
}
