import { err, ok, type Result, SandboxError, type SandboxPolicy } from '@agency/core'
import { type PathWalk, walkPath } from '../path-walk.ts'
import { loadProgramPaths } from '../program-paths.ts'
import { secretPaths, systemPaths } from './system-paths.ts'

/** One thing to put into the empty file system that a sandbox starts from. */
export type Mount =
  | { readonly kind: 'read-only' | 'read-write'; readonly source: string; readonly at: string }
  | { readonly kind: 'empty'; readonly at: string }
  | { readonly kind: 'link'; readonly target: string; readonly at: string }

export interface MountOptions {
  /** Where programs are looked up. */
  readonly path: string
  /** Mounted read-only whatever the policy says. */
  readonly own: readonly { readonly source: string; readonly at: string }[]
}

/** Everything a policy makes visible, parents before children, so that the narrower word wins. */
export async function planMounts(
  policy: SandboxPolicy,
  options: MountOptions,
): Promise<Result<readonly Mount[], SandboxError>> {
  const mounts = new Map<string, Mount>()
  const links = new Map<string, Mount>()
  const add = (kind: 'read-only' | 'read-write', walk: PathWalk) => {
    mounts.set(walk.real, { kind, source: walk.real, at: walk.real })
    for (const link of walk.links) links.set(link.at, { kind: 'link', ...link })
  }

  const systemRoots: string[] = []
  for (const path of systemPaths) {
    const walk = await walkPath(path)
    if (walk === undefined) continue
    systemRoots.push(walk.real)
    add('read-only', walk)
  }
  for (const program of policy.programs ?? []) {
    for (const walk of await loadProgramPaths(program, options.path)) add('read-only', walk)
  }
  for (const { kind, name, path } of grants(policy)) {
    const walk = await walkPath(path)
    if (walk === undefined) return err(new SandboxError(`${name} ${path} does not exist`))
    if (walk.real === '/') {
      return err(new SandboxError(`${name} ${path} is the whole file system; name what is needed`))
    }
    if (isOf(walk.real, kernelPaths)) {
      return err(new SandboxError(`${name} ${path} belongs to the kernel, and is never opened`))
    }
    if (kind === 'read-write' && holds(walk.real, systemRoots)) {
      return err(
        new SandboxError(`${name} ${path} holds the system's own files; name what is needed`),
      )
    }
    const planted = kind === 'read-only' ? writableLink(walk, mounts) : undefined
    if (planted !== undefined) {
      return err(new SandboxError(`${name} ${path} leads over ${planted}, a link that may change`))
    }
    add(kind, walk)
  }
  for (const walk of await Promise.all(secretPaths.map(walkPath))) {
    if (walk !== undefined) mounts.set(walk.real, cover(walk))
  }
  for (const mount of options.own) mounts.set(mount.at, { kind: 'read-only', ...mount })
  return ok(inOrder(mounts, links))
}

function cover({ real: at, isDirectory }: PathWalk): Mount {
  return isDirectory ? { kind: 'empty', at } : { kind: 'read-only', source: '/dev/null', at }
}

/**
 * A sandbox has /proc and /dev of its own. The host's would come without the read-only /proc/sys over
 * them, and to root that is the host's kernel: core_pattern names a program to start.
 */
const kernelPaths = ['/proc', '/sys', '/dev']

function isOf(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`))
}

function holds(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => root === path || root.startsWith(`${path}/`))
}

function grants(policy: SandboxPolicy) {
  const named =
    (kind: 'read-only' | 'read-write', name: string) =>
    (path: string): { kind: 'read-only' | 'read-write'; name: string; path: string } => ({
      kind,
      name,
      path,
    })
  return [
    ...(policy.readOnly ?? []).map(named('read-only', 'the readable path')),
    named('read-write', 'the work directory')(policy.workDirectory),
    ...(policy.readWrite ?? []).map(named('read-write', 'the writable path')),
    ...(policy.protected ?? []).map(named('read-only', 'the protected path')),
  ]
}

/** A link in a writable directory: the command could point it elsewhere. */
function writableLink(walk: PathWalk, mounts: ReadonlyMap<string, Mount>): string | undefined {
  const sorted = shallowFirst(mounts)
  return walk.links.find((link) => nearest(link.at, sorted)?.kind === 'read-write')?.at
}

/** A mount that its parent already provides is left out, and so is a link inside a mount. */
function inOrder(
  mounts: ReadonlyMap<string, Mount>,
  links: ReadonlyMap<string, Mount>,
): readonly Mount[] {
  const sorted = shallowFirst(mounts)
  const kept = sorted.filter((mount) => {
    const parent = nearest(mount.at, sorted)
    return parent === undefined || parent.kind !== mount.kind || isMoved(mount)
  })
  const bare = [...links.values()].filter((link) => nearest(link.at, kept) === undefined)
  const all = [...kept.flatMap((mount) => pins(mount, kept)), ...kept]
  return [...bare, ...shallowFirst(new Map(all.map((mount) => [mount.at, mount])))]
}

/**
 * The directories between a writable mount and a read-only one inside it, each as a mount of its
 * own: one that is none could be renamed, and another put in its place with the path inside it.
 */
function pins(mount: Mount, mounts: readonly Mount[]): readonly Mount[] {
  const parent = nearest(mount.at, mounts)
  if (mount.kind !== 'read-only' || parent?.kind !== 'read-write') return []
  const names = mount.at
    .slice(parent.at.length + 1)
    .split('/')
    .slice(0, -1)
  return names.map((_, index) => {
    const at = [parent.at, ...names.slice(0, index + 1)].join('/')
    return { kind: 'read-write', source: at, at }
  })
}

function shallowFirst(mounts: ReadonlyMap<string, Mount>): readonly Mount[] {
  return [...mounts.values()].sort((a, b) => depth(a.at) - depth(b.at))
}

function isMoved(mount: Mount): boolean {
  return 'source' in mount && mount.source !== mount.at
}

/** The deepest mount that holds a path, itself excluded. */
function nearest(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts.findLast(({ at }) => at !== path && path.startsWith(`${at}/`))
}

function depth(path: string): number {
  return path.split('/').length
}
