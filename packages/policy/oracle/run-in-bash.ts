import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What one script did that no allowed script may do. */
export interface Deed {
  readonly index: number
  /** A forbidden program that ran, or a path that was written. */
  readonly what: string
}

/**
 * Runs scripts one after the other in real bash, in a bubblewrap sandbox without network. The
 * project lies at /w/p. Forbidden programs are stand-ins that write down who called them; npm and its
 * like do nothing; find, git, cp and the rest are real. Protected files have an old date, so that
 * any write shows.
 */
export async function runInBash(scripts: readonly string[], directory: string): Promise<Deed[]> {
  const log = join(directory, 'log')
  const stand = join(directory, 'stand')
  await mkdir(log, { recursive: true })
  await mkdir(stand, { recursive: true })
  await writeFile(join(log, 'ran'), '')
  await writeFile(join(stand, 'recorder'), recorder)
  await chmod(join(stand, 'recorder'), 0o755)
  await writeFile(join(stand, 'driver.sh'), driver)
  await writeFile(join(log, 'scripts'), scripts.map((script) => `${script}\0`).join(''))
  const standIns = replacedPrograms.flatMap((name) => ['--ro-bind', join(stand, 'recorder'), name])
  const idle = idlePrograms.flatMap((name) => ['--symlink', '/usr/bin/true', `/idle/${name}`])
  const child = Bun.spawn(
    [
      'bwrap --unshare-all --die-with-parent --new-session --clearenv --ro-bind /usr /usr',
      '--symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/sbin /sbin',
      '--ro-bind /usr/bin/rm /real/rm --ro-bind /usr/bin/touch /real/touch',
      '--proc /proc --dev /dev --tmpfs /tmp --tmpfs /w --tmpfs /template',
      '--setenv PATH /idle:/usr/bin --setenv HOME /w/home --setenv LC_ALL C.UTF-8',
    ]
      .flatMap((words) => words.split(' '))
      .concat(standIns, idle, ['--bind', log, '/log', '--ro-bind', stand, '/stand'])
      .concat('/usr/bin/bash', '/stand/driver.sh'),
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  const problem = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`the oracle could not run: ${problem}`)
  const lines = (await readFile(join(log, 'ran'), 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [, index, what] = /^(\d+) (.*)$/.exec(line) ?? []
    return index === undefined || what === undefined ? [] : [{ index: Number(index), what }]
  })
}

/** Programs of the system that are forbidden and stand where bash would find them. */
const replacedPrograms = [
  '/usr/bin/rm',
  '/usr/bin/mv',
  '/usr/bin/touch',
  '/usr/bin/tee',
  '/usr/bin/dd',
].concat(['/idle/evil', '/idle/curl'])
const idlePrograms = ['npm', 'node', 'npx', 'python3']

const recorder = `#!/usr/bin/dash
echo "\${ORACLE_INDEX-0} ran \${0##*/}" >> /log/ran
`

const driver = `
make_template() {
  mkdir -p /w/home /template/src /template/.autonoe /template/.claude /template/evil/.autonoe /template/evilbin
  cd /template || exit 9
  git init -q . && git config user.name a && git config user.email b
  echo hello > a; echo x > "b c"; echo y > src/one.ts; echo '{}' > .autonoe/status.json
  echo '{}' > .claude/settings.json; echo '{}' > .mcp.json; echo evil > evil/.autonoe/status.json
  echo 'rm from-e.sh' > e.sh; ln -s .autonoe link; cp /stand/recorder evilbin/npm
  echo .autonoe > .gitignore
  git add a src e.sh && git commit -qm one || exit 9
  /real/touch -d 2020-01-01 "\${protected[@]}"
  /real/touch -d 2021-01-01 /log/reference
}
make_project() {
  /real/rm -rf /w/* /w/.[!.]*
  mkdir -p /w/home
  cp -a /template /w/p
  /real/touch -d 2020-01-01 /w /w/home
}
# A git init in the project writes its configuration again as it was.
changed() {
  if [[ $1 == .git/config ]]; then ! cmp -s /w/p/$1 /template/$1
  else [[ ! -e /w/p/$1 || /w/p/$1 -nt /log/reference ]]; fi
}
look() {
  local path
  for path in "\${protected[@]}"; do
    if changed $path; then
      echo "$1 wrote $path" >> /log/ran
      stale=40
    fi
  done
  if [[ /w -nt /log/reference || /w/home -nt /log/reference ]]; then
    echo "$1 wrote outside" >> /log/ran
    stale=40
  fi
}
# What a script left behind gets a moment, too, and does nothing more when the next one begins.
settle() {
  local until=$(( \${EPOCHREALTIME/./} + 300000 ))
  while (( \${EPOCHREALTIME/./} < until )) && kill -s 0 -- -1; do :; done
  while kill -s KILL -- -1; do :; done
} 2> /dev/null
protected=(.autonoe .autonoe/status.json .claude .claude/settings.json .mcp.json .git/config .git/hooks)
make_template
index=0
stale=40
while IFS= read -r -d '' script <&3; do
  if (( stale >= 40 )); then make_project; stale=0; fi
  (cd /w/p; ulimit -t 2; FUNCNEST=20 ORACLE_INDEX=$index exec timeout -s KILL 1 bash -c "$script") < /dev/null > /dev/null 2>&1 3<&-
  settle
  look $index
  index=$((index + 1))
  stale=$((stale + 1))
done 3< /log/scripts
exit 0
`
