/** What a git subcommand may do, as data. */
export interface GitForm {
  /** Long options that start programs or write elsewhere; abbreviations count. */
  readonly denied?: readonly string[]
  /** The same for short options, also inside a cluster. */
  readonly deniedLetters?: string
  /** Options whose next word is plain text: a message, a name, a number. */
  readonly valued?: readonly string[]
  /** Options whose value is a path that git writes. */
  readonly writes?: readonly string[]
  /** `read`: operands are looked at. `revert`: tracked files go back to a committed state. `remove`: files go. */
  readonly operands: 'read' | 'revert' | 'remove'
  /** The first operand has to be one of these, where given. */
  readonly verbs?: readonly string[]
  /** Operands may be addresses, which can name a program. */
  readonly addresses?: true
  /** No option of this subcommand does harm, so an argument that cannot be decided does none either. */
  readonly harmlessOptions?: true
}

const remote = ['--upload-pack', '--receive-pack', '--exec']
const message = [
  '-m',
  '--message',
  '-F',
  '--file',
  '--author',
  '--date',
  '--trailer',
  '-C',
  '-c',
  '--fixup',
]
const diffing = ['--output', '--ext-diff']
const looking: GitForm = {
  operands: 'read',
  denied: diffing,
  valued: [
    '-n',
    '-S',
    '-G',
    '-L',
    '--grep',
    '--author',
    '--since',
    '--until',
    '--format',
    '--pretty',
  ],
}
const plain: GitForm = { operands: 'read', harmlessOptions: true }
const merging: GitForm = {
  operands: 'read',
  denied: [...remote, '--ext-diff'],
  valued: ['-m', '--message', '-X'],
}

/**
 * The subcommands that an engineer types. Whatever is not here is denied: plumbing that writes trees
 * and refs from arbitrary text (update-index, read-tree, checkout-index, fast-import), programs that
 * exist to start others (difftool, mergetool, filter-branch, hook, daemon, instaweb, send-email,
 * credential), pagers (help), and names that an alias in somebody's configuration may give a meaning.
 */
export const gitForms: Readonly<Record<string, GitForm>> = {
  status: plain,
  add: plain,
  'ls-files': plain,
  'check-ignore': plain,
  'check-attr': plain,
  'rev-parse': plain,
  'merge-base': plain,
  'show-ref': plain,
  'name-rev': plain,
  describe: plain,
  version: plain,
  'count-objects': plain,
  fsck: plain,
  gc: plain,
  'cat-file': { operands: 'read' },
  'symbolic-ref': { operands: 'read', valued: ['-m'] },
  var: { operands: 'read' },
  diff: looking,
  log: looking,
  show: looking,
  'diff-tree': looking,
  'diff-index': looking,
  'diff-files': looking,
  'range-diff': looking,
  whatchanged: looking,
  shortlog: looking,
  blame: looking,
  annotate: looking,
  'rev-list': looking,
  'ls-tree': looking,
  'for-each-ref': looking,
  'show-branch': looking,
  cherry: looking,
  reflog: looking,
  'verify-commit': looking,
  'verify-tag': looking,
  grep: {
    operands: 'read',
    denied: ['--open-files-in-pager'],
    deniedLetters: 'O',
    valued: ['-e', '-f'],
  },
  commit: { operands: 'read', valued: [...message, '-t', '--template', '--reuse-message'] },
  tag: { operands: 'read', valued: ['-m', '--message', '-F', '-u', '--sort', '--format'] },
  notes: {
    operands: 'read',
    valued: ['-m', '--message', '-F', '--ref'],
    verbs: ['add', 'append', 'show', 'list', 'copy', 'remove'],
  },
  branch: { operands: 'read', valued: ['-u', '--set-upstream-to', '--sort', '--format'] },
  switch: { operands: 'read', valued: ['-c', '-C', '--create', '--orphan'] },
  checkout: { operands: 'revert', valued: ['-b', '-B', '--orphan'] },
  restore: { operands: 'revert', valued: ['-s', '--source'] },
  reset: { operands: 'revert' },
  merge: merging,
  'cherry-pick': merging,
  revert: merging,
  rebase: { ...merging, deniedLetters: 'x' },
  pull: { ...merging, addresses: true },
  fetch: { operands: 'read', addresses: true, denied: remote, valued: ['--depth', '-j', '-o'] },
  push: { operands: 'read', addresses: true, denied: remote, valued: ['-o', '--push-option'] },
  'ls-remote': { operands: 'read', addresses: true, denied: remote },
  remote: {
    operands: 'read',
    addresses: true,
    verbs: [
      '-v',
      '--verbose',
      'add',
      'set-url',
      'get-url',
      'show',
      'rename',
      'remove',
      'rm',
      'update',
      'prune',
      'set-head',
      'set-branches',
    ],
    valued: ['-t', '-m'],
  },
  rm: { operands: 'remove', denied: ['--pathspec-from-file'] },
  mv: { operands: 'remove' },
  clean: { operands: 'remove', valued: ['-e', '--exclude'] },
  stash: {
    operands: 'revert',
    denied: ['--pathspec-from-file', '--output', '--ext-diff'],
    valued: ['-m', '--message'],
    verbs: ['push', 'pop', 'apply', 'list', 'show', 'drop', 'clear', 'branch', 'save'],
  },
  init: {
    operands: 'read',
    denied: ['--template', '--separate-git-dir'],
    valued: ['-b', '--initial-branch'],
  },
  clone: {
    operands: 'read',
    addresses: true,
    denied: ['--upload-pack', '--config', '--template', '--separate-git-dir'],
    deniedLetters: 'uc',
    valued: [
      '-b',
      '--branch',
      '-o',
      '--origin',
      '--depth',
      '-j',
      '--jobs',
      '--filter',
      '--reference',
      '--shallow-since',
    ],
  },
  worktree: {
    operands: 'read',
    valued: ['-b', '-B', '--reason'],
    verbs: ['add', 'list', 'remove', 'prune', 'lock', 'unlock'],
  },
  submodule: {
    operands: 'read',
    addresses: true,
    valued: ['-b', '--branch', '--name', '--depth', '--reference'],
    verbs: ['status', 'init', 'update', 'sync', 'summary', 'add'],
  },
  bisect: {
    operands: 'read',
    verbs: ['start', 'good', 'bad', 'new', 'old', 'skip', 'reset', 'log', 'terms'],
  },
  // A patch or a mail says itself where it writes; only looking at one can be decided.
  apply: { operands: 'read', denied: ['--unsafe-paths', '--directory', '--build-fake-ancestor'] },
  am: { operands: 'read' },
  archive: {
    operands: 'read',
    denied: ['--exec', '--remote', '--add-virtual-file'],
    writes: ['-o', '--output'],
    valued: ['--format', '--prefix'],
  },
  'format-patch': {
    operands: 'read',
    denied: ['--ext-diff'],
    writes: ['-o', '--output-directory', '--output'],
  },
  bundle: { operands: 'read', verbs: ['create', 'verify', 'list-heads'] },
  config: { operands: 'read' },
}
