#!/usr/bin/env bash
# The single entry point: ./build.sh <command>. Each command sets up what it needs.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
cd "$root"

bun_version=1.4.4
dist=${AGENCY_DIST:-$root/dist}
names="autonoe ag-cli ag-agent-claude ag-view-web ag-director-scheduler ag-director-github ag-director-gitlab ag-director-claude"

usage() {
  cat <<'TXT'
Usage: ./build.sh <command>

  demo       watch a whole run of the real Claude Code on the rehearsal model, no key needed
  test       every test, on the real parts, with coverage

  setup      fetch Bun, packages and system packages
  build      bundle the commands into dist/agency.js
  compile    make the single executable dist/agency and its links
  test-unit  the unit tests alone (seconds)
  test-int   the tests on the real parts alone
  lint       lint and type rules
  check      format, lint, types, dead code and unit tests; changes no file
  fix        format and mend what can be mended
  bench      measure side by side with the peers
  clean      remove the build output
TXT
}

main() {
  local command=${1-}
  [ $# -eq 0 ] || shift
  case "$command" in
    setup | build | compile | lint | check | fix | clean)
      [ $# -eq 0 ] || misused "$command takes no further words: $*"
      "run_$command"
      ;;
    test | test-unit | test-int | bench | demo) "run_${command//-/_}" "$@" ;;
    -h | --help | help) usage ;;
    "") usage >&2; exit 2 ;;
    *) misused "unknown command: $command" ;;
  esac
}

misused() {
  printf 'build.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 2
}

# --- what a person sees -------------------------------------------------------------------------

say() { printf '%12s %s\n' "$1" "$2"; }

now_ms() {
  if [ -n "${EPOCHREALTIME-}" ]; then
    local now=${EPOCHREALTIME/[.,]/}
    echo $((now / 1000))
  else
    echo $(($(date +%s) * 1000))
  fi
}

# step <verb> <what> <command…>: one line, `ok` or `FAILED` with the duration; output only on failure.
step() {
  local verb=$1 what=$2 started log
  shift 2
  started=$(now_ms)
  # Open, but without a name: however this ends, no file is left.
  log=$(mktemp)
  exec 3>"$log" 4<"$log"
  rm -f "$log"
  printf '%12s %s ... ' "$verb" "$what"
  if "$@" >&3 2>&1 3>&- 4<&-; then
    printf 'ok (%s)\n' "$(elapsed "$started")"
  else
    local status=$?
    printf 'FAILED (%s)\n' "$(elapsed "$started")"
    cat <&4 >&2
    exit "$status"
  fi
}

# run_tests <what> <vitest options…>: shows the tests as they come.
run_tests() {
  local what=$1 started status=0
  shift
  started=$(now_ms)
  say Testing "$what"
  "$bun" --bun vitest run "$@" || status=$?
  if [ "$status" -ne 0 ]; then
    say Testing "$what FAILED ($(elapsed "$started"))"
    exit "$status"
  fi
  say Testing "$what ok ($(elapsed "$started"))"
}

elapsed() {
  local ms=$(($(now_ms) - $1))
  printf '%d.%ds' $((ms / 1000)) $((ms % 1000 / 100))
}

# --- set-up -------------------------------------------------------------------------------------

run_setup() {
  find_bun
  install_packages
  install_system_packages
}

# Sets $bun: the one on PATH when it is 1.3 or later, else a private copy fetched through npm.
find_bun() {
  if command -v bun >/dev/null 2>&1 && bun_is_recent "$(bun --version 2>/dev/null)"; then
    bun=$(command -v bun)
  else
    bun="$root/.tools/node_modules/.bin/bun"
    if [ ! -x "$bun" ] || [ "$("$bun" --version 2>/dev/null)" != "$bun_version" ]; then
      command -v npm >/dev/null 2>&1 ||
        fail "Bun is missing, and npm, which would fetch it, too. Install Node.js with npm, or Bun itself: https://bun.sh"
      mkdir -p "$root/.tools"
      [ -f "$root/.tools/package.json" ] || echo '{"private":true}' >"$root/.tools/package.json"
      step Fetching "bun $bun_version" npm install --prefix "$root/.tools" --no-audit --no-fund --loglevel=error "bun@$bun_version"
    fi
    export PATH="$root/.tools/node_modules/.bin:$PATH"
  fi
}

bun_is_recent() {
  [[ $1 =~ ^([0-9]+)\.([0-9]+)\. ]] || return 1
  ((BASH_REMATCH[1] > 1 || (BASH_REMATCH[1] == 1 && BASH_REMATCH[2] >= 3)))
}

install_packages() {
  local stamp="$root/node_modules/.agency-lock"
  if ! cmp -s "$root/bun.lock" "$stamp"; then
    step Installing packages "$bun" install --frozen-lockfile
    cp "$root/bun.lock" "$stamp"
  fi
}

install_system_packages() {
  local missing="" command
  case "$(uname -s)" in
    Linux)
      command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
      for command in socat git; do
        command -v "$command" >/dev/null 2>&1 || missing="$missing $command"
      done
      command -v rg >/dev/null 2>&1 || missing="$missing ripgrep"
      has_browser || missing="$missing chromium"
      [ -n "$missing" ] || return 0
      install_with_apt "${missing# }"
      ;;
    Darwin)
      command -v rg >/dev/null 2>&1 || missing="ripgrep"
      [ -n "$missing" ] || return 0
      command -v brew >/dev/null 2>&1 || fail "these system packages are missing: $missing. Install Homebrew, then: brew install $missing"
      step Installing "$missing" brew install "$missing"
      ;;
  esac
}

has_browser() {
  command -v chromium chromium-browser google-chrome google-chrome-stable chrome >/dev/null 2>&1
}

install_with_apt() {
  local packages=$1 sudo=""
  command -v apt-get >/dev/null 2>&1 ||
    fail "these system packages are missing: $packages. Install them with the package manager of this system, then try again."
  if [ "$(id -u)" -ne 0 ]; then
    sudo="sudo -n"
    if ! sudo -n true >/dev/null 2>&1; then
      fail "these system packages are missing and may not be installed from here: $packages. Type this, then try again:
    sudo apt-get update && sudo apt-get install -y --no-install-recommends $packages"
    fi
  fi
  step Updating "package lists" $sudo apt-get update -qq
  # shellcheck disable=SC2086 # the list is meant to be split
  step Installing "$packages" $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
}

fail() {
  printf 'build.sh: %s\n' "$1" >&2
  exit 1
}

# --- building -----------------------------------------------------------------------------------

run_build() {
  find_bun
  install_packages
  mkdir -p "$dist"
  step Bundling dist/agency.js bundle
}

bundle() {
  "$bun" build apps/cli/src/main.ts --target=bun --minify --outdir "$dist" --entry-naming agency.js --define "AGENCY_VERSION=\"$(version)\""
}

run_compile() {
  find_bun
  install_packages
  mkdir -p "$dist"
  step Compiling "${dist#"$root/"}/agency" compile_executable
  local name
  for name in $names; do ln -sf agency "$dist/$name"; done
  say Linked "$names"
}

compile_executable() {
  "$bun" build apps/cli/src/main.ts --compile --splitting --minify --bytecode --format=esm --outfile "$dist/agency" --define "AGENCY_VERSION=\"$(version)\""
}

version() {
  git describe --tags --always --dirty 2>/dev/null || echo dev
}

run_clean() {
  rm -rf "$root/dist" "$root/coverage"
  say Removed "dist coverage"
}

# --- checking -----------------------------------------------------------------------------------

run_test() {
  run_setup
  run_tests everything --coverage "$@"
  # Of some tests it would not be true.
  [ $# -gt 0 ] || say Verified "$("$bun" tests/count-requirements.ts)"
}

run_test_unit() {
  find_bun
  install_packages
  test_units "$@"
}

# Nearly all of their code runs once: to optimize it takes a third of their time and gives nothing back.
test_units() {
  export BUN_JSC_useDFGJIT=0
  run_tests units --project unit "$@"
}

run_test_int() {
  run_setup
  run_tests "the real parts" --project int "$@"
}

run_lint() {
  find_bun
  install_packages
  lint
}

lint() {
  step Linting "biome" "$bun" x biome lint --error-on-warnings .
  step Linting "oxlint" "$bun" x oxlint --type-aware --deny-warnings apps packages tests bench
}

run_check() {
  find_bun
  install_packages
  step Checking "format" "$bun" x biome format .
  lint
  step Checking "types" "$bun" x tsc --noEmit
  step Checking "dead code" "$bun" x knip
  test_units
}

run_fix() {
  find_bun
  install_packages
  step Formatting "sources" "$bun" x biome check --write .
  step Mending "lint" "$bun" x oxlint --type-aware --fix apps packages tests bench
}

# --- showing ------------------------------------------------------------------------------------

run_bench() {
  run_setup
  [ -x "$dist/agency" ] && [ -z "$(find apps packages -name '*.ts' -newer "$dist/agency" -print -quit)" ] || run_compile
  "$bun" bench/main.ts "$@"
}

run_demo() {
  run_setup
  "$bun" apps/cli/src/main.ts demo "$@"
}

main "$@"
