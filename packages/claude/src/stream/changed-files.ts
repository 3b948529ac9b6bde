import type { AIEvent } from '@agency/core'

const editingTools: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

export interface ChangedFiles {
  see(event: AIEvent): void
  /** The paths that an editing tool changed, in order, each once. A refused edit changed nothing. */
  list(): string[]
}

export function createChangedFiles(): ChangedFiles {
  const begun = new Map<string, string>()
  const changed = new Set<string>()
  return {
    see(event) {
      if (event.type === 'tool-call' && editingTools.has(event.name)) {
        const path = event.input['file_path'] ?? event.input['notebook_path']
        if (typeof path === 'string') begun.set(event.id, path)
      }
      if (event.type === 'tool-result' && !event.isError) {
        const path = begun.get(event.id)
        if (path !== undefined) changed.add(path)
      }
    },
    list: () => [...changed],
  }
}
