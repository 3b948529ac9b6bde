import { objectionToTool } from './arguments.ts'
import type { Rule } from './rule.ts'

/**
 * go compiles and runs the project's code, which nobody can judge; but these flags make it start a
 * program of the caller's choice, and `go env -w` writes a configuration outside of the project.
 */
export const go: Rule = {
  commands: ['go'],
  check(call) {
    for (const [index, word] of call.arguments.entries()) {
      const text = word.texts?.[0] ?? word.prefix
      if (/^--?(exec|toolexec|vettool|overlay)(=|$)/.test(text)) return `${text} starts a program`
      if (index > 0 && /^-[wu]$/.test(text) && call.arguments[0]?.texts?.[0] === 'env') {
        return 'env: only reading is allowed'
      }
    }
    return objectionToTool(call)
  },
  match: [
    'go build ./...',
    'go test -run "TestA|TestB" ./...',
    'go env GOPATH',
    'go build -o bin/app .',
    'go mod tidy',
  ],
  notMatch: [
    'go test -exec ./e ./...',
    'go build -toolexec=./e',
    'for v in -v -exec; do go test "$v" ./e; done',
    'go env -w GOFLAGS=x',
    'go build -o .autonoe/x',
  ],
}
