import type { Settings } from '@agency/core'
import { type BashPolicyOptions, isProfileName, nodeFileView } from '@agency/policy'

/** What the bash policy of a project goes by. */
export function bashPolicyOptions(projectDirectory: string, settings: Settings): BashPolicyOptions {
  const { profile, allowCommands, allowPkillTargets } = settings
  return {
    projectDirectory,
    allowCommands,
    allowPkillTargets,
    ...(profile === undefined ? {} : { profile: profile.filter(isProfileName) }),
    files: nodeFileView,
  }
}
