import { assertNever } from '@agency/core'
import type { Flag, Grammar, Place, Values } from './grammar.ts'
import { functionName } from './quote.ts'

export function fishCompletion(grammar: Grammar): string {
  const { program, places } = grammar
  const at = `_${functionName(program)}_at`
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quote(path))
  return `# Whether the words so far lead to this place.
function ${at}
    set -l place
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $place $word)
        contains -- $next ${paths.join(' ')}; and set place $next
    end
    test "$place" = "$argv[1]"
end

complete -c ${program} -f
${places.flatMap((place) => rules(program, at, place)).join('\n')}
`
}

function rules(program: string, at: string, place: Place): string[] {
  const start = `complete -c ${program} -n ${quote(`${at} "${place.path}"`)}`
  const operand = given(place.operand)
  return [
    ...place.words.map(
      ({ text, description }) => `${start} -a ${quote(text)} -d ${quote(description)}`,
    ),
    ...(operand === '' ? [] : [`${start} ${operand}`]),
    ...place.flags.map((flag) => `${start} ${flagRule(flag)}`),
  ]
}

function flagRule({ text, short, description, value }: Flag): string {
  const parts = [
    `-l ${text.slice(2)}`,
    short === undefined ? '' : `-s ${short.slice(1)}`,
    value === undefined ? '' : `${value.kind === 'files' ? '-r' : '-x'} ${given(value)}`.trim(),
    `-d ${quote(description)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function given(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `-a ${quote(values.words.join(' '))}`
    case 'files':
      return '-F'
    case 'directories':
      return `-a ${quote('(__fish_complete_directories)')}`
    case 'nothing':
      return ''
    default:
      return assertNever(values)
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
