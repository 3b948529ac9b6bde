import { expect, test } from 'vitest'
import { interpreterOf, packageOf } from './program-paths.ts'

test.each([
  ['#!/bin/sh', '/bin/sh'],
  ['#! /usr/bin/perl -w', '/usr/bin/perl'],
  ['#!/usr/bin/env node', 'node'],
  ['#!/usr/bin/env -S node --enable-source-maps', 'node'],
  ['#!/usr/bin/env NODE_ENV=x bun', 'bun'],
  ['#!', undefined],
  ['\u007fELF', undefined],
  ['', undefined],
])('%j is run by %j', (line, interpreter) => expect(interpreterOf(line)).toBe(interpreter))

test.each([
  ['/a/node_modules/claude/cli.js', '/a/node_modules/claude'],
  ['/a/node_modules/@scope/claude/bin/cli.js', '/a/node_modules/@scope/claude'],
  ['/a/node_modules/x/node_modules/y/z.js', '/a/node_modules/x/node_modules/y'],
  ['/home/ada/bin/claude', undefined],
  ['/a/node_modules/.bin/claude', undefined],
  ['/a/node_modules/claude', undefined],
])('%s belongs to the package %j', (file, directory) => expect(packageOf(file)).toBe(directory))
