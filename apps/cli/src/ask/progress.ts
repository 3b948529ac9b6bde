import { type AIEvent, assertNever, type Clock } from '@agency/core'
import { describeToolCall } from '../frame/describe-tool-call.ts'
import { formatElapsed } from '../frame/format-elapsed.ts'
import { oneLine } from '../frame/one-line.ts'
import { printable } from '../frame/printable.ts'
import { paint, type Terminal } from '../frame/terminal.ts'
import { createStatusLine } from './status-line.ts'

/** Shows what happens while it happens: a live line on a terminal, plain lines anywhere else. */
export interface Progress extends Disposable {
  readonly show: (event: AIEvent) => void
  /** The answer is there, and is shown elsewhere. */
  end(): void
  /** There is none: the last that was said is all that there is. */
  endUnanswered(): void
}

export function createProgress(terminal: Terminal, clock: Clock): Progress {
  const startedAt = clock.now()
  const status = createStatusLine(terminal, () => formatElapsed(clock.now() - startedAt))
  const calls = new Map<string, string>()
  let heldText = ''

  const line = (text: string) => status.print(text)
  // The last text is the result, which goes to stdout; only what is followed by more is progress.
  const flushText = () => {
    if (heldText !== '') line(paint(terminal, 'dim', printable(heldText).trimEnd()))
    heldText = ''
  }

  return {
    show(event) {
      if (event.type !== 'text') flushText()
      switch (event.type) {
        case 'started':
          return status.update('thinking')
        case 'thinking':
          return status.update('thinking')
        case 'text':
          flushText()
          heldText = event.text
          return status.update('writing')
        case 'tool-call': {
          const description = printable(describeToolCall(event.name, event.input))
          calls.set(event.id, description)
          return status.update(description)
        }
        case 'tool-result': {
          const description = calls.get(event.id) ?? 'a tool'
          line(
            event.isError
              ? failure(terminal, description, event.text)
              : success(terminal, description),
          )
          return status.update('thinking')
        }
        case 'request-retry':
          return line(
            paint(
              terminal,
              'yellow',
              `${describeRefusal(event)}; asking again in ${formatElapsed(event.delayMs)}`,
            ),
          )
        case 'run-retry':
          return line(
            paint(
              terminal,
              'yellow',
              `attempt ${event.attempt} failed (${printable(event.reason)}); starting again in ${formatElapsed(event.delayMs)}`,
            ),
          )
        case 'limit':
          return line(
            paint(terminal, 'yellow', `usage limit until ${event.resetsAt.toISOString()}`),
          )
        case 'background-wait': {
          const tasks = event.tasks.map((task) => oneLine(task)).join(', ')
          line(
            paint(
              terminal,
              'yellow',
              `answered; waiting for what runs in the background: ${tasks}`,
            ),
          )
          return status.update('waiting')
        }
        default:
          return assertNever(event)
      }
    },
    end: () => status.clear(),
    endUnanswered() {
      flushText()
      status.clear()
    },
    [Symbol.dispose]: () => status.clear(),
  }
}

/** Without a status nothing came back; Claude Code then knows no reason but "unknown". */
function describeRefusal({ status, reason }: Extract<AIEvent, { type: 'request-retry' }>): string {
  if (status === undefined && reason === 'unknown') return 'the connection to the model failed'
  return `the model did not answer (${status ?? reason})`
}

function success(terminal: Terminal, description: string): string {
  return `${paint(terminal, 'green', '✓')} ${description}`
}

const longestReason = 3

function failure(terminal: Terminal, description: string, text: string): string {
  const reason = printable(text).trim().split('\n').slice(0, longestReason)
  const detail = reason.map((part) => `\n    ${paint(terminal, 'dim', part)}`).join('')
  return `${paint(terminal, 'red', '✗')} ${description}${detail}`
}
