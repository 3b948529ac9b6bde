/** The values in a request's headers that open doors. */
export function secretsIn(headers: Headers): string[] {
  const values = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie']
    .map((name) => headers.get(name))
    .filter((value) => value !== null)
  return values.flatMap((value) => [value, value.replace(/^\w+ /, '')])
}
