import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { agency, environment } from '../../testing/sandbox-exec.ts'

const smallInternet = join(import.meta.dirname, 'fixtures/small-internet.sh')
const isolated =
  'unshare --map-root-user --net --mount --pid --fork --mount-proc --kill-child sh'.split(' ')

/** Visits each address from sandboxes in a small internet of their own: what came back, by address. */
async function visit(
  words: readonly string[],
  addresses: readonly string[],
): Promise<{ readonly codes: Record<string, string>; readonly stderr: string }> {
  await using directory = await temporaryDirectory()
  const script = directory.join('visit.sh')
  await writeFile(
    script,
    addresses
      .map(
        (each) =>
          `echo "${each} $(curl -s -o /dev/null --max-time 10 -w '%{http_code}' http://${each}/)"`,
      )
      .join('\n'),
  )
  await chmod(script, 0o755)
  const inside =
    words.length === 0 ? [] : [process.execPath, agency, 'sandbox', 'exec', ...words, '--']
  const child = Bun.spawn([...isolated, smallInternet, process.execPath, ...inside, 'sh', script], {
    cwd: directory.path,
    env: environment(directory.path),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return {
    codes: Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    ),
    stderr,
  }
}

const publicHosts = { 'example.com': '200', 'other.com': '200', '8.8.4.4': '200' }
const localHosts = [
  '127.0.0.1',
  'localhost',
  'rebound.com',
  '8.8.4.1',
  '10.9.9.9',
  'intranet.com',
  '100.64.0.9',
  '169.254.169.254',
  'metadata.com',
]
const all = [...Object.keys(publicHosts), ...localHosts]

describe('in a small internet', () => {
  test('every address answers to whoever is not confined', async () => {
    const { codes } = await visit([], all)
    expect(codes).toEqual(Object.fromEntries(all.map((host) => [host, '200'])))
  })

  verifies(
    ['SBX-026', 'AUT-077'],
    'open reaches public hosts and nothing that is local',
    async () => {
      const { codes } = await visit(['--network', 'open'], all)
      expect(codes).toEqual({
        ...publicHosts,
        ...Object.fromEntries(localHosts.map((host) => [host, '403'])),
        '127.0.0.1': '000',
        localhost: '000',
      })
    },
  )

  verifies('SBX-026', 'a local service is reachable when it is named', async () => {
    const local = ['--allow-local', '10.9.9.9:80', '--allow-local', '127.0.0.1:80']
    const { codes } = await visit(local, all)
    expect(codes).toMatchObject({ '10.9.9.9': '200', '127.0.0.1': '200', '169.254.169.254': '403' })
  })

  verifies(['SBX-014', 'AUT-077'], 'a list of domains is reachable, and no other', async () => {
    const list = ['--network', 'example.com,*.example.com,rebound.com']
    const { codes } = await visit(list, ['example.com', 'api.example.com', ...all.slice(1)])
    expect(codes).toEqual({
      'example.com': '200',
      'api.example.com': '200',
      ...Object.fromEntries(all.slice(1).map((host) => [host, '403'])),
      '127.0.0.1': '000',
      localhost: '000',
    })
  })

  verifies('AUT-077', 'none reaches nothing', async () => {
    const { codes } = await visit(['--network', 'none'], all)
    expect(codes).toEqual(Object.fromEntries(all.map((host) => [host, '000'])))
  })

  verifies('SBX-026', 'host reaches everything, and says so', async () => {
    const { codes, stderr } = await visit(['--network', 'host'], all)
    expect(codes).toMatchObject({ '127.0.0.1': '200', '169.254.169.254': '200', '8.8.4.4': '200' })
    expect(stderr).toContain('warning: --network host')
  })
})
