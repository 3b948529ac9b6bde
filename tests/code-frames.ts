import type { Reporter } from 'vitest/node'

/**
 * Vitest shows the lines around a failure only in files that went through Vite. A file that Bun has read
 * itself goes there when one of its tests has failed, before that is reported.
 */
export const codeFrames: Reporter = {
  async onTestModuleEnd(module) {
    if (!module.ok()) await module.project.vite.environments.ssr.transformRequest(module.moduleId)
  },
}
