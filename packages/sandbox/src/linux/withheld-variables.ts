/**
 * Variables that a loader, a shell or socat obeys. bubblewrap, the relays and their shell start
 * outside the inner sandbox: with `LD_PRELOAD` they would run the task's code out there. So these
 * are handed over as arguments, and set only for the command itself.
 */
const steering =
  /^(LD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|BASH_ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|ENV|IFS|PS4|SOCAT_.*)$/

export function splitEnvironment(environment: Readonly<Record<string, string>>): {
  readonly inherited: Record<string, string>
  readonly withheld: Record<string, string>
} {
  const inherited: Record<string, string> = {}
  const withheld: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    const side = steering.test(name) ? withheld : inherited
    side[name] = value
  }
  return { inherited, withheld }
}
