import type { Choices } from '../random.ts'

/** Choices, and the grammar's own start, so that a word can hold a statement. */
export interface Generator extends Choices {
  statement(depth: number): string
}

export type Producer = (generator: Generator, depth: number) => string
