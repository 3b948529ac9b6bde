import type { z } from 'zod'

export interface DescribedIssue {
  readonly path: readonly PropertyKey[]
  readonly problem: string
}

type Issue = z.core.$ZodIssue

/** What is wrong with a value, in words of the file and not of its schema. */
export function describeIssue(issue: Issue): DescribedIssue {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return { path: [...issue.path, key], problem: `unknown name; ${issue.message}` }
  }
  if (issue.code === 'invalid_union') return describeUnion(issue)
  if (issue.code === 'invalid_value') {
    return { path: issue.path, problem: `must be one of ${issue.values.map(quoted).join(', ')}` }
  }
  if (issue.code === 'invalid_type') {
    return { path: issue.path, problem: `must be ${words[issue.expected] ?? issue.expected}` }
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    const [inner] = issue.issues
    return { path: issue.path, problem: inner === undefined ? issue.message : inner.message }
  }
  return { path: issue.path, problem: issue.message }
}

/** The alternative that came furthest is the one that was meant. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): DescribedIssue {
  const first = issue.errors
    .flatMap(([inner]) => (inner === undefined ? [] : [inner]))
    .toSorted((one, other) => other.path.length - one.path.length)
  const [deepest] = first
  if (deepest === undefined) return { path: issue.path, problem: issue.message }
  if (deepest.path.length > 0) {
    const { path, problem } = describeIssue(deepest)
    return { path: [...issue.path, ...path], problem }
  }
  const problems = first.map((inner) => describeIssue(inner).problem.replace(/^must be /, ''))
  return { path: issue.path, problem: `must be ${problems.join(', or ')}` }
}

function quoted(value: unknown): string {
  return JSON.stringify(value)
}

const words: Readonly<Record<string, string>> = {
  string: 'text in double quotes',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
}
