import { type Document, isScalar, visit, type YAMLParseError } from 'yaml'

export interface YamlProblem {
  readonly offset: number
  readonly problem: string
}

/** What is wrong with the YAML and where, in words for who wrote it rather than for who parses it. */
export function yamlProblem(document: Document, error: YAMLParseError): YamlProblem {
  const [offset] = error.pos
  if (error.code === 'MULTIPLE_DOCS') return { offset, problem: oneDocument }
  const quote = error.code === 'MISSING_CHAR' ? quoteThatEndsAt(document, offset) : undefined
  if (quote !== undefined) return { offset: quote, problem: 'this quote is never closed' }
  return { offset, problem: error.message }
}

/** A name that stands for nothing, which the parser notices too late to say where. */
export function unknownAlias(document: Document): YamlProblem | undefined {
  let found: YamlProblem | undefined
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      const problem = `*${alias.source} stands for nothing; write &${alias.source} before what it repeats`
      found = { offset: alias.range?.[0] ?? 0, problem }
      return visit.BREAK
    },
  })
  return found
}

const oneDocument = 'a script is one YAML document; put what follows "---" into a file of its own'

/** A quote without its end runs up to where the parser misses it. */
function quoteThatEndsAt(document: Document, end: number): number | undefined {
  let opened: number | undefined
  visit(document, (_key, node) => {
    if (!isScalar(node) || !node.type?.startsWith('QUOTE') || node.range?.[1] !== end) return
    opened = node.range[0]
    return visit.BREAK
  })
  return opened
}
