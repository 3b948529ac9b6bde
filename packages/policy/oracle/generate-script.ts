import { sequence, statement } from './grammar/compounds.ts'
import type { Generator } from './grammar/generator.ts'
import { mutate } from './mutate.ts'
import { createChoices } from './random.ts'

/**
 * A bash script that mixes allowed and forbidden commands in every wrapping that we could think of.
 * The same seed gives the same script.
 */
export function generateScript(seed: number): string {
  const generator: Generator = {
    ...createChoices(seed),
    statement: (depth) => statement(generator, depth),
  }
  const script = sequence(generator, 3)
  return generator.chance(0.3) ? mutate(script, generator) : script
}
