import { relative } from 'node:path'
import { cut, oneLine } from './one-line.ts'

const telling = [
  'file_path',
  'notebook_path',
  'command',
  'pattern',
  'url',
  'query',
  'description',
  'path',
  'deliverableId',
  'element',
  'text',
  'port',
]
const longest = 100

/** A tool call in one short line: `Write greet.sh`, `Bash npm test`, `browser_click Send`. */
export function describeToolCall(name: string, input: Readonly<Record<string, unknown>>): string {
  const tool = oneLine(name.replace(/^mcp__.+?__/, ''))
  const key = telling.find((candidate) => /string|number/.test(typeof input[candidate]))
  if (key === undefined) return tool
  const value = String(input[key]).trim()
  const [first = ''] = value.split('\n')
  const line = oneLine(key.endsWith('_path') ? shortPath(first) : first)
  return `${tool} ${cut(value.includes('\n') ? `${line}…` : line, longest)}`
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') || short === '' ? path : short
}
