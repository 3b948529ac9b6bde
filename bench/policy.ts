import { createBashPolicy, judgeCommand } from '@agency/policy'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

/** Twenty lines that engineers type all day. */
const lines = [
  'ls -la',
  'npm test',
  'npm run build 2>&1 | tail -20',
  'cd frontend && npm ci && npm run build',
  'git status',
  'git add -A && git commit -m "fix: handle empty input"',
  'git log --oneline -10',
  'git diff HEAD~1 -- src',
  'grep -rn "TODO" --include="*.ts" src | head -20',
  'find . -name "*.test.ts" -not -path "*/node_modules/*"',
  'NODE_ENV=test npx vitest run src/a.test.ts',
  'for f in a b c; do echo "$f"; done',
  'if [ -f package.json ]; then npm ci; fi',
  'mkdir -p src/components && cp template.tsx src/components/button.tsx',
  'python3 -m pytest -q tests',
  'go test ./... -run TestParser -v',
  'npm run dev > /tmp/dev.log 2>&1 &',
  'echo "done: $(git rev-parse HEAD)" > build.log',
  'chmod +x bin/dev.sh && ./bin/dev.sh',
  'pkill node || true',
]

const peer = 'shlex.split and a look-up of the first word'
const judge = 'the judge of agency'
const decisions = 10_000

/** Ten thousand decisions on everyday lines, beside the simplest thing that could be called a policy. */
export async function measurePolicy(): Promise<Section> {
  const reading = (rate: number) => ({ milliseconds: (decisions * 1000) / rate })
  const rows = await measure(
    [
      { name: peer, read: async () => reading(await shlexRate()) },
      { name: judge, read: async () => reading(judgeRate()) },
    ],
    9,
  )
  return { title: '10,000 bash lines', peer, rows, aims: { [judge]: 0.33 } }
}

function judgeRate(): number {
  const policy = createBashPolicy({ projectDirectory: '/home/engineer/project' })
  const repeat = (times: number) => {
    for (let round = 0; round < times; round++) {
      for (const line of lines) {
        const { decision } = judgeCommand(line, policy)
        if (decision !== 'allow') throw new Error(`the bench expects "${line}" to be allowed`)
      }
    }
  }
  repeat(2_000)
  const times = 4_000
  const start = performance.now()
  repeat(times)
  return (times * lines.length * 1_000) / (performance.now() - start)
}

const python = `
import json, shlex, sys, time
lines = json.load(sys.stdin)
allowed = set("ls npm cd git grep find NODE_ENV=test for if mkdir python3 go echo chmod pkill".split())
def run(times):
    for _ in range(times):
        for line in lines:
            assert shlex.split(line)[0] in allowed
run(20)
times = 200
start = time.perf_counter()
run(times)
print(times * len(lines) / (time.perf_counter() - start))
`

async function shlexRate(): Promise<number> {
  const child = Bun.spawn(['python3', '-c', python], { stdin: new Blob([JSON.stringify(lines)]) })
  const rate = Number(await new Response(child.stdout).text())
  if ((await child.exited) !== 0 || !(rate > 0)) throw new Error('python3 with shlex is needed')
  return rate
}
