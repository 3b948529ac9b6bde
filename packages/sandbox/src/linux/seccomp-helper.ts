import { access, chmod, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import arm64 from '@anthropic-ai/sandbox-runtime/vendor/seccomp/arm64/apply-seccomp' with {
  type: 'file',
}
import x64 from '@anthropic-ai/sandbox-runtime/vendor/seccomp/x64/apply-seccomp' with {
  type: 'file',
}

const helpers: Readonly<Record<string, string>> = { arm64, x64 }

/**
 * The path of sandbox-runtime's seccomp helper for this processor. A compiled agency carries it
 * inside, and a bundle beside itself without its executable bit: then it is unpacked first.
 */
export async function placeSeccompHelper(unpackTo: string): Promise<string> {
  const packed = helpers[process.arch]
  if (packed === undefined) throw new Error(`no seccomp helper for ${process.arch} processors`)
  const helper = resolve(import.meta.dirname, packed)
  if (await isExecutableFile(helper)) return helper
  await Bun.write(unpackTo, Bun.file(helper))
  await chmod(unpackTo, 0o500)
  return unpackTo
}

async function isExecutableFile(path: string): Promise<boolean> {
  if (path.startsWith('/$bunfs/')) return false
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
