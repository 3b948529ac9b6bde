/**
 * The paths that a command line and its output name and that look like tests, as far as text tells:
 * whether they exist, and in the project, is for others to say. Each once.
 */
export function namedTestFiles(command: string, output: string): string[] {
  const operands = command
    .split(/[\s"'=;&|()]+/)
    .filter((word) => hasExtension.test(word) && !word.startsWith('-'))
  const printed = output.slice(0, longestOutput).match(pathLike) ?? []
  const paths = [...operands, ...printed.filter(isTestFile)].map(withoutDot)
  return [...new Set(paths)].filter(isOwn).slice(0, mostFiles)
}

/** Whether the name of a file says that it holds tests, in the languages that agency knows. */
export function isTestFile(path: string): boolean {
  return testFileName.test(path) || testDirectory.test(path)
}

const hasExtension = /[^./]\.[a-z]{1,4}$/i
const pathLike = /[\w@.+/-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb)\b/g
const testFileName =
  /(?:[._-](?:test|spec|tests|e2e)\.[cm]?[jt]sx?|(?:^|\/)(?:test_[^/]+|[^/]+_test|conftest)\.py|_test\.go|_(?:spec|test)\.rb|(?:^|\/)tests?\.(?:[cm]?[jt]sx?|py|rs))$/
const testDirectory =
  /(?:^|\/)(?:tests?|__tests__|spec)\/(?:[^/]+\/)*[^/]+\.(?:[cm]?[jt]sx?|py|rs|rb)$/
const longestOutput = 1_000_000
const mostFiles = 200

function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/)+/, '')
}

function isOwn(path: string): boolean {
  return !path.split('/').some((part) => part === '..' || part === 'node_modules')
}
