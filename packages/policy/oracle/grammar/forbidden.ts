import type { Generator } from './generator.ts'

export function forbidden(generator: Generator): string {
  return generator.pick(['rm', 'mv', 'curl', 'touch', 'evil'])
}

/** The same in every spelling that bash takes for the name. */
export function forbiddenName(generator: Generator): string {
  const name = forbidden(generator)
  const first = name.charAt(0)
  const rest = name.slice(1)
  return generator.pick([
    name,
    name,
    `\\${name}`,
    `'${first}'${rest}`,
    `"${name}"`,
    `${first}""${rest}`,
    `$'${name}'`,
    `$'\\x${first.charCodeAt(0).toString(16)}${rest}'`,
    `{${name},x}`,
    `\${Z}${name}`,
    `${first}\${Z}${rest}`,
    `/usr/bin/${name}`,
    `/usr/bin/../bin/${name}`,
    `$(echo ${name})`,
    `\`echo ${name}\``,
    `${first}\\\n${rest}`,
    `$"${name}"`,
    `\${Z:-${name}}`,
    `${first}\${Z:+x}${rest}`,
    `/usr/bin/${first}?${rest.slice(1)}`,
    `"$(echo ${name})"`,
    `${name}\${IFS}x`,
    `../../usr/bin/${name}`,
  ])
}
