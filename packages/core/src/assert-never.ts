/** Ends every switch over a union: a new member is a type error, and a bug if it gets here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
