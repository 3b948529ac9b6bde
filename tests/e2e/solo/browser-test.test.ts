import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { fromSource } from '../stage.ts'
import { type GuestBook, serveGuestBook } from './fixtures/browser-test/server/guest-book.ts'
import { type Answer, type Ended, openScenario, type Scenario } from './scenario.ts'

let book: GuestBook
let scenario: Scenario
let ended: Ended
let answers: Answer[]

beforeAll(async () => {
  book = serveGuestBook()
  scenario = await openScenario('browser-test', { executable: fromSource })
  writeFileSync(join(scenario.project, 'server/address.txt'), `${book.url}\n`)
  ended = await scenario.run('-n', '5')
  answers = scenario.answers()
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
  await book[Symbol.asyncDispose]()
})

verifies('IT-006', 'the status has the deliverable that was checked in the browser', () => {
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const { deliverables } = JSON.parse(scenario.read('.autonoe/status.json'))
  expect(deliverables).toMatchObject([{ name: expect.stringContaining('Browser'), passed: true }])
})

verifies(
  ['SC-B001', 'AUT-133'],
  'a page on localhost is loaded: the answer has its address and title',
  () => {
    expect(answers[3]).toMatchObject({ failed: false })
    expect(answers[3]?.text).toContain(`Page URL: ${book.url}`)
    expect(answers[3]?.text).toContain('Page Title: Guest book')
  },
)

verifies('SC-B002', 'a click before any snapshot is an error that asks for one', () => {
  expect(answers[2]).toMatchObject({ failed: true, text: expect.stringMatching(/snapshot/i) })
  // Its button was clicked once, later.
  expect(book.guests).toHaveLength(1)
})

verifies('SC-B003', 'a form is filled, submitted, and the page after it verified', () => {
  expect(answers.slice(5, 9).map(({ failed }) => failed)).toEqual([false, false, false, false])
  expect(book.guests).toEqual(['Ada'])
})

verifies('SC-B004', 'a text that is shown is confirmed, one that is not is an error', () => {
  expect(answers[8]).toMatchObject({ failed: false, text: expect.stringContaining('Done') })
  expect(answers[9]).toMatchObject({
    failed: true,
    text: expect.stringContaining('Text not found'),
  })
})
