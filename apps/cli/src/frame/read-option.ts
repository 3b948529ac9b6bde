import type { Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Typed reading of what was typed. Each throws a UsageError that names the option. */
export function textOption(invocation: Invocation, name: string): string | undefined {
  const value = invocation.options[name]
  return typeof value === 'string' ? value : undefined
}

export function listOption(invocation: Invocation, name: string): readonly string[] {
  const value = invocation.options[name]
  return typeof value === 'object' ? value : []
}

export function switchOption(invocation: Invocation, name: string): boolean {
  return invocation.options[name] === true
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

export function durationOption(
  invocation: Invocation,
  name: string,
  flag: string,
): number | undefined {
  const text = textOption(invocation, name)
  if (text === undefined) return undefined
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text)
  const milliseconds = match ? Number(match[1]) * units[match[2] as keyof typeof units] : 0
  if (milliseconds > 0) return milliseconds
  throw new UsageError(`${flag} is "${text}"; write a duration such as 30s, 5m or 1h`)
}

export function positiveNumber(
  invocation: Invocation,
  name: string,
  flag: string,
): number | undefined {
  const text = textOption(invocation, name)
  if (text === undefined) return undefined
  if (/^\d*\.?\d+$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`${flag} is "${text}"; write a number above 0`)
}

export function positiveInteger(
  invocation: Invocation,
  name: string,
  flag: string,
): number | undefined {
  const value = positiveNumber(invocation, name, flag)
  if (value === undefined || Number.isSafeInteger(value)) return value
  throw new UsageError(`${flag} is "${textOption(invocation, name)}"; write a whole number`)
}

/** 0 stands for any that is free. */
export function portOption(invocation: Invocation, name: string, flag: string): number | undefined {
  const text = textOption(invocation, name)
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`${flag} is "${text}"; write a number from 0 to 65535`)
}
