import { manifest, type Scenarios } from './scenario.ts'

export const noneScenarios: Scenarios = {
  echo: { command: 'echo "1 passed"', files: {} },
  shell: { command: "sh -c 'echo 5 passed'", files: {} },
  'npm-echo': { command: 'npm test', files: { 'package.json': manifest("echo '5 passed (5)'") } },
  'npm-default': {
    command: 'npm test',
    files: { 'package.json': manifest('echo "Error: no test specified" && exit 1') },
  },
  'npm-missing': { command: 'npm test', files: { 'package.json': '{"name":"demo"}' } },
}
