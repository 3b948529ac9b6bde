/** What a command may touch. Whatever is not named here is out of its reach. */
export interface SandboxPolicy {
  /** Readable and writable, and where the command starts. */
  readonly workDirectory: string
  readonly readOnly?: readonly string[]
  /** Must exist before the sandbox starts, like every path named here. */
  readonly readWrite?: readonly string[]
  /** Inside a writable path, yet not to be changed from inside: `.autonoe`. */
  readonly protected?: readonly string[]
  /** Programs that may be read and run wherever they are installed, with their links and runtime. */
  readonly programs?: readonly string[]
  readonly network: SandboxNetwork
  /**
   * Whether unix sockets may be made inside, as browsers and databases do. They then also reach
   * those that lie in a path that the policy opens. Not with the host's network, which has more.
   */
  readonly unixSockets?: boolean
  /**
   * Ports on which the command serves on its own loopback. Each is reached at the same port of the
   * host's loopback, by whoever is on this machine.
   */
  readonly publishedPorts?: readonly number[]
  /** The URL of the model in use. Its host and port are reachable in every mode. */
  readonly modelAddress?: string
}

export type SandboxNetwork =
  /** Any public host. Loopback, private and link-local addresses only as `allowLocal` names them. */
  | { readonly mode: 'open'; readonly allowLocal?: readonly string[] }
  /** The named domains (`example.com`, `*.example.com`, `example.com:443`) and nothing else. */
  | {
      readonly mode: 'allowlist'
      readonly domains: readonly string[]
      /** `host:port` of services on this machine or its private networks. */
      readonly allowLocal?: readonly string[]
    }
  | { readonly mode: 'none' }
  /** The network of the host itself, with all that listens on it. */
  | { readonly mode: 'host' }
