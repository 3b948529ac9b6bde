import type { FileView } from './paths/file-view.ts'
import { noFiles } from './paths/file-view.ts'
import { baseProfile, languageProfiles, type ProfileName, profileNames } from './profiles.ts'

/** What a project allows its agent to run, ready to be asked. */
export interface BashPolicy {
  readonly profiles: readonly ProfileName[]
  /** From the profiles: names alone, never paths. */
  readonly commands: ReadonlySet<string>
  /** From the project's own list: names, or paths from the project directory. */
  readonly addedCommands: ReadonlySet<string>
  readonly pkillTargets: ReadonlySet<string>
  readonly projectDirectory: string
  /** Where the line starts: the project directory or one below it. */
  readonly workingDirectory: string
  readonly files: FileView
}

export interface BashPolicyOptions {
  /** Undefined: every profile. */
  readonly profile?: ProfileName | readonly ProfileName[] | undefined
  readonly allowCommands?: readonly string[] | undefined
  readonly allowPkillTargets?: readonly string[] | undefined
  readonly projectDirectory: string
  readonly workingDirectory?: string | undefined
  readonly files?: FileView | undefined
}

export function createBashPolicy(options: BashPolicyOptions): BashPolicy {
  const profiles = options.profile === undefined ? profileNames : [options.profile].flat()
  const active = [baseProfile, ...profiles.map((name) => languageProfiles[name])]
  const commands = new Set<string>(active.flatMap((profile) => profile.commands))
  // Another name of `bun x`.
  if (commands.has('bun')) commands.add('bunx')
  return {
    profiles,
    commands,
    addedCommands: new Set(options.allowCommands),
    pkillTargets: new Set([
      ...active.flatMap((profile) => profile.pkillTargets),
      ...(options.allowPkillTargets ?? []),
    ]),
    projectDirectory: options.projectDirectory,
    workingDirectory: options.workingDirectory ?? options.projectDirectory,
    files: options.files ?? noFiles,
  }
}
