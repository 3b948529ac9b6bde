import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findClaude } from '@agency/claude'
import { createRehearsalServer, parseScript } from '@agency/rehearsal'
import type { CommandBody, Context } from '../frame/command.ts'
import { paint } from '../frame/terminal.ts'
import story from './story.yaml' with { type: 'text' }

const prompt = 'Write words.sh: it counts the words of a text, most frequent first. Try it out.'

export const run: CommandBody = async (_invocation, context) => {
  const claude = findClaude(context.environment)
  const script = parseScript(story, 'story.yaml')
  if (!script.ok) throw script.error
  const directory = await mkdtemp(join(tmpdir(), 'agency-demo-'))
  await using model = createRehearsalServer({ script: script.value })
  try {
    const project = join(directory, 'project')
    await mkdir(project)
    introduce(context)
    const code = await ask(project, isolated(directory, model.url, claude, context), context)
    if (context.interrupted.aborted) return 130
    const worked = code === 0 && existsSync(join(project, 'words.sh'))
    context.stdout.write(worked ? farewell(context) : '\nThe demo did not work as it should.\n')
    return worked ? 0 : 1
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Just what a person would type, in a process of its own. */
async function ask(project: string, environment: Record<string, string>, context: Context) {
  const words = [
    '--permission-mode',
    'acceptEdits',
    '--allowed-tools',
    'Bash(sh words.sh poem.txt)',
  ]
  const child = Bun.spawn([...ownCommand(), 'ask', prompt, ...words], {
    cwd: project,
    env: environment,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  })
  // Not SIGINT: Ctrl-C has reached the child already, and a second one would end it on the spot.
  const interrupt = () => child.kill('SIGTERM')
  if (context.interrupted.aborted) interrupt()
  else context.interrupted.addEventListener('abort', interrupt, { once: true })
  return child.exited
}

/** How this very agency was started: compiled, or from its sources. */
function ownCommand(): string[] {
  const [, script = ''] = process.argv
  return script.startsWith('/$bunfs') ? [process.execPath] : [process.execPath, script]
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
    CLAUDE_CONFIG_DIR: join(directory, '.claude'),
    AGENCY_ROOT: join(directory, '.agency'),
    CLAUDE_BIN: claude,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ANTHROPIC_API_KEY: 'sk-rehearsal',
    ANTHROPIC_BASE_URL: url,
  }
}

function introduce(context: Context): void {
  const { stdout } = context
  stdout.write(
    [
      `${paint(stdout, 'bold', 'agency demo')}: the real Claude Code at work in a temporary directory.`,
      `The ${paint(stdout, 'magenta', 'rehearsal')} model plays Claude from a script: no key, no cost.`,
      '',
      `${paint(stdout, 'cyan', '$')} agency ask "${prompt}"`,
      '',
    ].join('\n'),
  )
}

function farewell(context: Context): string {
  const { stdout } = context
  return [
    '',
    `This was the ${paint(stdout, 'magenta', 'rehearsal')} model. To use Claude:`,
    '',
    '  export ANTHROPIC_API_KEY=…      or log in once: start "claude" and type /login',
    '  agency ask "what does this repository do?" --permission-mode plan',
    '',
  ].join('\n')
}
