import type { Scenarios } from './scenario.ts'

const cargoToml = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n'

const rust = {
  passing: `#[test]
fn adds() { assert_eq!(1 + 1, 2); }

mod nested {
    #[test]
    fn adds_nothing() {}
}
`,
  mixed: `#[test]
fn adds() { assert_eq!(1 + 1, 2); }

#[test]
fn subtracts() {
    println!("test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
    assert_eq!(3 - 1, 1, "subtraction is broken");
}

#[test]
#[ignore]
fn multiplies() {}

#[test]
#[should_panic]
fn panics() { panic!("as it should"); }
`,
  documented: `/// Adds.
///
/// \`\`\`
/// assert_eq!(demo::add(1, 1), 2);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 { a + b }

#[test]
fn adds() { assert_eq!(add(1, 1), 2); }
`,
  skipped: '#[test]\n#[ignore]\nfn adds() {}\n',
  empty: 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n',
  broken: '#[test]\nfn adds() { let x: i32 = "one"; }\n',
}

export const cargoScenarios: Scenarios = {
  passing: {
    command: 'cargo test',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.passing },
  },
  mixed: { command: 'cargo test', files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed } },
  'mixed-colour': {
    command: 'cargo test --color always -- --color always',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed },
  },
  'mixed-quiet': {
    command: 'cargo test -q',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed },
  },
  'mixed-nocapture': {
    command: 'cargo test -- --nocapture --test-threads=1',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.mixed },
  },
  'several-binaries': {
    command: 'cargo test --no-fail-fast',
    files: {
      'Cargo.toml': cargoToml,
      'src/lib.rs': rust.documented,
      'tests/outer.rs': rust.passing,
    },
  },
  skipped: {
    command: 'cargo test',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.skipped },
  },
  empty: { command: 'cargo test', files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.empty } },
  'filter-misses': {
    command: 'cargo test unmatched',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.passing },
  },
  'build-error': {
    command: 'cargo test',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.broken },
  },
  'no-run': {
    command: 'cargo test --no-run',
    files: { 'Cargo.toml': cargoToml, 'src/lib.rs': rust.passing },
  },
}
