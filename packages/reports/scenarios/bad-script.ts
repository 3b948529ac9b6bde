/** What a linter objects to. */
export const badScript = 'let answer = 42\nlet unused = 1\nconsole.log(answer)\n'
