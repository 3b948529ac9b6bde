import { assertNever } from '@agency/core'
import type { Grammar, Place, Values } from './grammar.ts'
import { functionName, quote } from './quote.ts'

/** Needs nothing but bash itself, 3.2 and later. */
export function bashCompletion(grammar: Grammar): string {
  const name = functionName(grammar.program)
  return `${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} option='' place='' word words flags index
  COMPREPLY=()
  # The words so far lead to a place of the grammar.
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [ "$word" = -- ]; then
      ${name}_files -f "$current"
      return
    fi
    ${name}_place "$place"
    case " $words " in
      *" $word "*) place=\${place:+$place }$word ;;
    esac
  done
  # bash splits --option=value into three words.
  if [ "$current" = = ]; then
    option=\${COMP_WORDS[COMP_CWORD - 1]} current=''
  elif [ "$COMP_CWORD" -gt 2 ] && [ "\${COMP_WORDS[COMP_CWORD - 1]}" = = ]; then
    option=\${COMP_WORDS[COMP_CWORD - 2]}
  elif [ "$COMP_CWORD" -gt 1 ]; then
    option=\${COMP_WORDS[COMP_CWORD - 1]}
  fi
  ${name}_value "$place" "$option" "$current" && return
  ${name}_place "$place"
  case $current in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *)
      COMPREPLY=($(compgen -W "$words" -- "$current"))
      ${name}_operand "$place" "$current"
      ;;
  esac
}

# Line by line, as names may hold spaces. bash 3.2 has no compopt; there they stay unquoted.
${name}_files() {
  local line
  compopt -o filenames 2>/dev/null
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$1" -- "$2")
}

# Sets words and flags: what may come at a place.
${name}_place() {
  words='' flags=''
  case $1 in
${grammar.places.map(placeCase).join('\n')}
  esac
}

# Fails where the option takes no value.
${name}_value() {
  case "$1 $2" in
${grammar.places.flatMap((place) => valueCases(name, place)).join('\n')}
    *) return 1 ;;
  esac
}

${name}_operand() {
  case $1 in
${grammar.places.flatMap((place) => operandCase(name, place)).join('\n')}
    *) ;;
  esac
}

complete -F ${name} ${grammar.program}
`
}

function placeCase(place: Place): string {
  const words = place.words.map(({ text }) => text).join(' ')
  const flags = place.flags.map(({ text }) => text).join(' ')
  return `    ${quote(place.path)}) words=${quote(words)} flags=${quote(flags)} ;;`
}

function valueCases(name: string, place: Place): string[] {
  return place.flags.flatMap((flag) =>
    flag.value === undefined
      ? []
      : [`    ${quote(`${place.path} ${flag.text}`)}) ${reply(name, flag.value, '$3')} ;;`],
  )
}

function operandCase(name: string, place: Place): string[] {
  if (place.operand.kind === 'nothing') return []
  return [`    ${quote(place.path)}) ${reply(name, place.operand, '$2')} ;;`]
}

function reply(name: string, values: Values, current: string): string {
  switch (values.kind) {
    case 'words':
      return `COMPREPLY+=($(compgen -W ${quote(values.words.join(' '))} -- "${current}"))`
    case 'files':
      return `${name}_files -f "${current}"`
    case 'directories':
      return `${name}_files -d "${current}"`
    case 'nothing':
      return ':'
    default:
      return assertNever(values)
  }
}
