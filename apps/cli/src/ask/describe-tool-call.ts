import { relative } from 'node:path'

const telling = [
  'file_path',
  'notebook_path',
  'command',
  'pattern',
  'url',
  'query',
  'description',
  'path',
]
const longest = 100

/** A tool call in one short line: `Write greet.sh`, `Bash npm test`. */
export function describeToolCall(name: string, input: Readonly<Record<string, unknown>>): string {
  const key = telling.find((candidate) => typeof input[candidate] === 'string')
  if (key === undefined) return name
  const value = String(input[key])
  const text = key.endsWith('_path') ? shortPath(value) : value
  const [line = ''] = text.trim().split('\n')
  const cut = line.length > longest || line !== text.trim()
  return `${name} ${line.slice(0, longest)}${cut ? '…' : ''}`
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') || short === '' ? path : short
}
