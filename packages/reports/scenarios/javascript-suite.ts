/** The same small suite in the dialects of the JavaScript runners. */
export const suite = (head: string) => ({
  passing: `${head}
describe('sum', () => {
  it('adds two numbers', () => { if (1 + 1 !== 2) throw new Error('no') })
  it('adds nothing', () => { if (0 + 0 !== 0) throw new Error('no') })
})
`,
  mixed: `${head}
describe('sum', () => {
  it('adds two numbers', () => {})
  it('subtracts', () => {
    throw new Error('expected 3 to be 4')
  })
  it.skip('multiplies', () => {})
})
it('divides – ünïcode ✓ "quoted"', () => {
  const answer = undefined
  answer.value
})
`,
  skipped: `${head}
describe('sum', () => {
  it.skip('adds two numbers', () => {})
  it.skip('adds nothing', () => {})
})
`,
  empty: `${head}
`,
  emptySuite: `${head}
describe('sum', () => {})
`,
  syntaxError: `${head}
describe('sum', () => {
`,
  importError: `${head}
require('./does-not-exist.js')
it('is never reached', () => {})
`,
  loadError: `${head}
throw new Error('broken while loading')
`,
  hookError: `${head}
describe('sum', () => {
  beforeAll(() => { throw new Error('no database') })
  it('adds two numbers', () => {})
})
`,
})
