import { assertNever } from '@agency/core'
import type { Described, Grammar, Place, Values } from './grammar.ts'
import { functionName, quote } from './quote.ts'

/** To be sourced after compinit. */
export function zshCompletion(grammar: Grammar): string {
  const name = functionName(grammar.program)
  return `${name}() {
  local place='' word option=$words[CURRENT-1]
  local -a next flags
  local -i index
  # The words so far lead to a place of the grammar.
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    if [[ $word == -- ]]; then
      _files
      return
    fi
    ${name}_place "$place"
    (( \${next[(I)\${(b)word}:*]} )) && place=\${place:+$place }$word
  done
  compset -P '--*=' && option=\${IPREFIX%=}
  ${name}_value "$place" "$option" && return
  ${name}_place "$place"
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  else
    (( $#next )) && _describe command next
    ${name}_operand "$place"
  fi
}

# Sets next and flags: what may come at a place.
${name}_place() {
  next=() flags=()
  case $1 in
${grammar.places.map(placeCase).join('\n')}
  esac
}

# Fails where the option takes no value.
${name}_value() {
  case "$1 $2" in
${grammar.places.flatMap(valueCases).join('\n')}
    *) return 1 ;;
  esac
}

${name}_operand() {
  case $1 in
${grammar.places.flatMap(operandCase).join('\n')}
    *) ;;
  esac
}

compdef ${name} ${grammar.program}
`
}

function placeCase(place: Place): string {
  const next = place.words.map(described).join(' ')
  const flags = place.flags.map(described).join(' ')
  return `    ${quote(place.path)}) next=(${next}) flags=(${flags}) ;;`
}

function described({ text, description }: Described): string {
  return quote(`${text.replaceAll(':', String.raw`\:`)}:${description}`)
}

function valueCases(place: Place): string[] {
  return place.flags.flatMap((flag) =>
    flag.value === undefined
      ? []
      : [`    ${quote(`${place.path} ${flag.text}`)}) ${add(flag.value)} ;;`],
  )
}

function operandCase(place: Place): string[] {
  if (place.operand.kind === 'nothing') return []
  return [`    ${quote(place.path)}) ${add(place.operand)} ;;`]
}

function add(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `compadd -- ${values.words.map(quote).join(' ')}`
    case 'files':
      return '_files'
    case 'directories':
      return '_files -/'
    case 'nothing':
      return ':'
    default:
      return assertNever(values)
  }
}
