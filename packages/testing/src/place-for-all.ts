import type { TestProject } from 'vitest/node'
import { temporaryDirectory } from './temporary-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory that is there as long as the test run. */
    readonly placeForAll: string
  }
}

/** Vitest's global set-up: what every file of a test run shares lies here. */
export default async function openPlaceForAll(project: TestProject) {
  const place = await temporaryDirectory()
  project.provide('placeForAll', place.path)
  return () => place[Symbol.asyncDispose]()
}
