/** Runs operations one after the other, in the order in which they were given. */
export function createQueue(): <T>(operation: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (operation) => {
    const result = last.then(operation)
    last = result.catch(() => undefined)
    return result
  }
}
