import { open } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { type PathWalk, walkPath } from './path-walk.ts'

/**
 * What a program needs to be started: its file with the links to it, the npm package it is part of,
 * and the interpreter that its first line names. Empty when there is no such program.
 */
export async function loadProgramPaths(program: string, path: string): Promise<PathWalk[]> {
  const found = isAbsolute(program) ? program : Bun.which(program, { PATH: path })
  const walk = found === null ? undefined : await walkPath(found)
  if (walk === undefined || walk.isDirectory) return []
  const interpreter = interpreterOf(await firstLine(walk.real))
  const directory = packageOf(walk.real)
  return [
    walk,
    ...(directory === undefined ? [] : [{ real: directory, isDirectory: true, links: [] }]),
    ...(interpreter === undefined ? [] : await loadProgramPaths(interpreter, path)),
  ]
}

/**
 * The paths to open, for a sandbox that knows no links, so that programs start: the directories in
 * which they are found, and what they are.
 */
export async function findProgramPaths(
  programs: readonly string[],
  path: string,
): Promise<readonly string[]> {
  const walks = await Promise.all(programs.map((program) => loadProgramPaths(program, path)))
  const files = walks.flat().map(({ real }) => real)
  const found = programs.flatMap((program) => Bun.which(program, { PATH: path }) ?? [])
  return [...new Set([...found.map((file) => dirname(file)), ...files])]
}

/** `#!/usr/bin/env -S node --flag` → `node`, `#!/bin/sh` → `/bin/sh`. */
export function interpreterOf(line: string): string | undefined {
  if (!line.startsWith('#!')) return undefined
  const [program, ...words] = line.slice(2).trim().split(/\s+/)
  if (program?.endsWith('/env')) {
    return words.find((word) => !word.startsWith('-') && !word.includes('='))
  }
  return program || undefined
}

/** `…/node_modules/@scope/name` of a file inside it; anything wider could be somebody's home. */
export function packageOf(file: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?=\/)/.exec(file)?.[0]
}

async function firstLine(file: string): Promise<string> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0)
  return buffer.subarray(0, bytesRead).toString('latin1').split('\n', 1)[0] ?? ''
}
