import type { Command } from '../frame/command.ts'

export const sandboxExec: Command = {
  name: 'sandbox exec',
  summary: 'run a command in the sandbox, in the current directory',
  rest: '<command...>',
  options: [
    { flags: '--read <path>', description: 'make a path readable', repeatable: true },
    { flags: '--write <path>', description: 'make a path writable', repeatable: true },
    {
      flags: '--network <mode>',
      description: 'open (any public host), none, host, or a list of domains: a.com,*.b.org',
    },
    {
      flags: '--allow-local <host:port>',
      description: 'reach a service of this machine or its private network',
      repeatable: true,
    },
    {
      flags: '--unix-sockets',
      description: 'let the command create unix sockets, as browsers and databases do',
    },
  ],
  examples: [
    { line: 'agency sandbox exec -- npm test', tells: 'only this directory is within reach' },
    { line: 'agency sandbox exec --network none -- ./untrusted.sh', tells: 'without a network' },
    {
      line: 'agency sandbox exec --network api.example.com -- node fetch-prices.js',
      tells: 'with a single host',
    },
    {
      line: 'agency sandbox exec --read ~/.nvm --allow-local 127.0.0.1:5432 -- node seed.js',
      tells: 'with tools from your home and a database on this machine',
    },
  ],
  load: () => import('../sandbox/exec.ts'),
}
