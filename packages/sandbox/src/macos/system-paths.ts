/** Readable in every sandbox; never writable. */
export const systemPaths: readonly string[] = [
  '/usr',
  '/Library',
  '/System',
  '/bin',
  '/sbin',
  '/private/var',
  '/private/etc/ssl',
  '/private/etc/resolv.conf',
  '/dev/null',
  '/dev/random',
  '/dev/urandom',
]

/** Temporary files; the system gives every user a directory of their own below the second. */
export const temporaryPaths: readonly string[] = ['/private/tmp', '/private/var/folders']
