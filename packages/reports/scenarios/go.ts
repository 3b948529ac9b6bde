import type { Scenarios } from './scenario.ts'

const goMod = 'module example.com/demo\n\ngo 1.19\n'

const go = {
  passing: `package demo

import "testing"

func TestAdds(t *testing.T) {}

func TestAddsNothing(t *testing.T) {}
`,
  mixed: `package demo

import (
	"fmt"
	"testing"
)

func TestAdds(t *testing.T) { fmt.Println("--- PASS: TestFake (0.00s)") }

func TestSubtracts(t *testing.T) {
	t.Errorf("got %d, want %d", 3, 4)
}

func TestMultiplies(t *testing.T) { t.Skip("later") }

func TestTable(t *testing.T) {
	t.Run("one", func(t *testing.T) {})
	t.Run("two words", func(t *testing.T) { t.Fatal("broken") })
}
`,
  panics: `package demo

import "testing"

func TestAdds(t *testing.T) {}

func TestPanics(t *testing.T) {
	var values []int
	_ = values[3]
}
`,
  skipped: `package demo

import "testing"

func TestAdds(t *testing.T) { t.Skip("later") }
`,
  broken: `package demo

import "testing"

func TestAdds(t *testing.T) { undefined() }
`,
  plain: 'package demo\n\nfunc Add(a, b int) int { return a + b }\n',
}

export const goScenarios: Scenarios = {
  passing: { command: 'go test ./...', files: { 'go.mod': goMod, 'sum_test.go': go.passing } },
  'passing-verbose': {
    command: 'go test -v ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.passing },
  },
  mixed: {
    command: 'go test ./...',
    files: {
      'go.mod': goMod,
      'sum_test.go': go.mixed,
      'other/other_test.go': go.passing,
      'none/none.go': go.plain,
    },
  },
  'mixed-verbose': {
    command: 'go test -v ./...',
    files: {
      'go.mod': goMod,
      'sum_test.go': go.mixed,
      'other/other_test.go': go.passing,
      'none/none.go': go.plain,
    },
  },
  'mixed-json': {
    command: 'go test -json ./...',
    files: {
      'go.mod': goMod,
      'sum_test.go': go.mixed,
      'other/other_test.go': go.passing,
      'none/none.go': go.plain,
    },
  },
  cached: {
    command: 'go test ./... >/dev/null && go test ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.passing },
  },
  panics: { command: 'go test -v ./...', files: { 'go.mod': goMod, 'sum_test.go': go.panics } },
  'panics-json': {
    command: 'go test -json ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.panics },
  },
  'skipped-verbose': {
    command: 'go test -v ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.skipped },
  },
  'skipped-json': {
    command: 'go test -json ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.skipped },
  },
  'no-files': { command: 'go test ./...', files: { 'go.mod': goMod, 'sum.go': go.plain } },
  'no-files-json': {
    command: 'go test -json ./...',
    files: { 'go.mod': goMod, 'sum.go': go.plain },
  },
  'empty-file': {
    command: 'go test ./...',
    files: { 'go.mod': goMod, 'sum_test.go': 'package demo\n' },
  },
  'filter-misses': {
    command: 'go test -run Unmatched ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.passing },
  },
  'filter-misses-json': {
    command: 'go test -json -run Unmatched ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.passing },
  },
  'build-error': {
    command: 'go test ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.broken, 'other/other_test.go': go.passing },
  },
  'build-error-json': {
    command: 'go test -json ./...',
    files: { 'go.mod': goMod, 'sum_test.go': go.broken, 'other/other_test.go': go.passing },
  },
  'no-packages': { command: 'go test ./...', files: { 'go.mod': goMod } },
}
