import { describe, expect, test } from 'vitest'
import { createBashPolicy } from '../bash-policy.ts'
import { judgeCommand } from '../judge-command.ts'
import { rules } from './rules.ts'

const examples = rules.map((rule) => ({ name: rule.commands.join(', '), rule }))

describe.each(examples)('the rule for $name', ({ rule }) => {
  const policy = createBashPolicy({
    projectDirectory: '/home/engineer/project',
    allowCommands: rule.examplesAllow,
  })

  test('allows what it says it allows', () => {
    const refused = rule.match.filter((line) => judgeCommand(line, policy).decision === 'deny')
    expect(refused).toEqual([])
    expect(rule.match.length).toBeGreaterThan(0)
  })

  test('refuses what it says it refuses', () => {
    const passed = rule.notMatch.filter((line) => judgeCommand(line, policy).decision === 'allow')
    expect(passed).toEqual([])
    expect(rule.notMatch.length).toBeGreaterThan(0)
  })
})

test('no command has two rules', () => {
  const commands = rules.flatMap((rule) => rule.commands)
  expect(commands.filter((name, index) => commands.indexOf(name) !== index)).toEqual([])
})
