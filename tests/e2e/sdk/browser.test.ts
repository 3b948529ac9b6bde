import { join } from 'node:path'
import { createPlaywrightServer } from '@agency/claude'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { processesWith } from '../processes.ts'
import { type Session, setSdkStage } from './sdk-stage.ts'

const page = `<!doctype html>
<title>Greeting desk</title>
<h1>Greetings</h1>
<form>
  <label>Name <input id="name"></label>
  <label>Colour <select id="colour"><option>red</option><option>blue</option></select></label>
  <button>Greet</button>
</form>
<button onclick="alert('Sure?')">Ask</button>
<p id="greeting"></p>
<script>
  console.log('the desk is open')
  document.forms[0].onsubmit = (event) => {
    event.preventDefault()
    greeting.textContent = 'Hello, ' + document.getElementById('name').value + '!'
  }
</script>`

/** The refs that a snapshot of the page gives to its parts. */
const keep = `
    keep:
      name: '/textbox "Name" \\[ref=(\\w+)\\]/'
      colour: '/combobox "Colour" \\[ref=(\\w+)\\]/'
      greet: '/button "Greet" \\[ref=(\\w+)\\]/'
      ask: '/button "Ask" \\[ref=(\\w+)\\]/'`

/** A session in which each step is the input of one Playwright tool; `after` follows a turn's do. */
async function browse(
  steps: readonly (readonly [tool: string, input: string])[],
): Promise<Session> {
  await using server = servePage()
  const turns = steps.map(([tool, input], index) => {
    const captures = steps[index - 1]?.[0] === 'snapshot' ? keep : ''
    const text = input.replaceAll('PAGE', server.url.href)
    return `  - do: [ { mcp__playwright__browser_${tool}: ${text} } ]${captures}`
  })
  await using stage = await setSdkStage(`turns:\n${turns.join('\n')}\n  - say: done\n`)
  const playwright = createPlaywrightServer({
    browser: findBrowser(),
    path: stage.environment['PATH'] ?? '',
    outputDirectory: join(stage.project, '.autonoe', 'browser'),
  })
  if (!playwright.ok) throw new Error(playwright.error)
  const session = await stage.session({ playwright: playwright.value })
  expect(processesWith(stage.directory)).toEqual([])
  return session
}

function servePage() {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(page, { headers: { 'content-type': 'text/html' } }),
  })
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop(true) }
}

function findBrowser(): string {
  const found = Bun.which('chromium') ?? Bun.which('google-chrome')
  if (found === null) throw new Error('these tests need chromium: apt-get install chromium')
  return found
}

verifies(
  ['SC-B001', 'SC-B002', 'SC-B003', 'SC-B004', 'AUT-133', 'AUT-134', 'AUT-135', 'AUT-137'],
  'the installed browser opens a page, clicks only after a snapshot, fills a form and verifies the answer',
  async () => {
    const { responses, end } = await browse([
      ['navigate', '{ url: "PAGE" }'],
      ['click', '{ element: Greet, target: e99 }'],
      ['verify_text_visible', '{ text: Hello }'],
      ['evaluate', '{ function: "() => navigator.userAgent" }'],
      ['run_code_unsafe', '{ code: "async () => process.cwd()" }'],
      ['take_screenshot', '{ filename: ".autonoe/status.json" }'],
      ['snapshot', '{ }'],
      [
        'fill_form',
        '{ fields: [ { element: Name, name: Name, target: "{{name}}", type: textbox, value: Ada } ] }',
      ],
      ['click', '{ element: Greet, target: "{{greet}}" }'],
      ['wait_for', '{ text: "Hello, Ada!" }'],
      ['verify_text_visible', '{ text: "Hello, Ada!" }'],
      ['verify_text_visible', '{ text: "Hello, Bob!" }'],
      ['select_option', '{ element: Colour, target: "{{colour}}", values: [ blue ] }'],
      ['hover', '{ element: Greet, target: "{{greet}}" }'],
      ['type', '{ element: Name, target: "{{name}}", text: Bob }'],
      ['press_key', '{ key: Enter }'],
      ['verify_text_visible', '{ text: "Hello, Bob!" }'],
      ['verify_element_visible', '{ role: heading, accessibleName: Greetings }'],
      ['console_messages', '{ }'],
      ['evaluate', `{ function: "() => document.getElementById('colour').value" }`],
      ['click', '{ element: Ask, target: "{{ask}}" }'],
      ['handle_dialog', '{ accept: true }'],
      ['close', '{ }'],
    ])
    const failed = responses.flatMap(({ isError }, index) => (isError ? [index] : []))
    expect(failed, responses.map(({ content }) => content).join('\n')).toEqual([1, 2, 4, 5, 11])
    expect(responses[0]?.content).toContain('Page Title: Greeting desk')
    expect(responses[1]?.content).toContain('snapshot')
    expect(responses[3]?.content).toContain(`Chrome/${installedVersion()}.`)
    expect(responses[4]?.content).toContain('No such tool')
    expect(responses[18]?.content).toContain('the desk is open')
    expect(responses[19]?.content).toContain('blue')
    expect(end.subtype).toBe('success')
  },
)

function installedVersion(): string {
  const installed = Bun.spawnSync([findBrowser(), '--version']).stdout.toString()
  return /\d+/.exec(installed)?.[0] ?? 'none'
}
