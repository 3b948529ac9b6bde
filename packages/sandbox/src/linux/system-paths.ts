/** Readable in every sandbox, where the system has them; never writable. */
export const systemPaths: readonly string[] = [
  '/usr',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/bin',
  '/sbin',
  // Certificates, and where names are asked.
  '/etc/ssl',
  '/etc/pki',
  '/etc/ca-certificates',
  '/etc/crypto-policies',
  '/etc/resolv.conf',
  '/etc/nsswitch.conf',
  '/etc/services',
  '/etc/protocols',
  // What programs below /usr are linked to or configured by.
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/fonts',
  '/etc/chromium',
  '/etc/chromium.d',
  '/etc/mime.types',
  '/etc/localtime',
  '/etc/timezone',
]

/** Never readable, though below what every sandbox has. */
export const secretPaths: readonly string[] = [
  // Keys that only root may read, should agency run as root.
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  // Of the kernel: the names of keys, and devices that root's files here steer.
  '/proc/keys',
  '/proc/acpi',
  '/proc/scsi',
]
