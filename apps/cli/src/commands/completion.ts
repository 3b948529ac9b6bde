import type { Command } from '../frame/command.ts'

export const completion: Command = {
  name: 'completion',
  summary: 'print a script that makes a shell complete commands and options',
  operands: '<shell>',
  choices: ['bash', 'zsh', 'fish'],
  options: [],
  examples: [
    { line: 'source <(agency completion bash)', tells: 'in ~/.bashrc' },
    { line: 'source <(agency completion zsh)', tells: 'in ~/.zshrc, after compinit' },
    { line: 'agency completion fish | source', tells: 'in ~/.config/fish/config.fish' },
  ],
  load: () => import('../completion/run.ts'),
}
