/** What the path rules need to know of the file system. Synchronous: a hook answers at once. */
export interface FileView {
  /** Where the symbolic link at this absolute path points, or undefined if there is no link. */
  linkTarget(path: string): string | undefined
  /** Which file lies at this absolute path and how many names it has, or undefined if none. */
  identity(path: string): FileIdentity | undefined
  /** The names in this directory, none if it is not one. */
  entries(path: string): readonly string[]
}

interface FileIdentity {
  /** Device and inode: equal for every hard link of one file. */
  readonly id: string
  readonly names: number
}

/** A file system without links: judges paths by their text alone. */
export const noFiles: FileView = {
  linkTarget: () => undefined,
  identity: () => undefined,
  entries: () => [],
}
