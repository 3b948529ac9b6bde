import coding from './coding.md' with { type: 'text' }
import initializer from './initializer.md' with { type: 'text' }

/** What a session is told unless the project has a file of its own. Embedded in the executable. */
export const builtInInstructions = { initializer, coding } as const
