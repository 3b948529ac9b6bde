import fc from 'fast-check'

/**
 * Text of any code points but lone surrogates. It is `fc.string({ unit: 'binary' })` without the
 * table of all of Unicode, which takes most of a second to build.
 */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: codePoint, ...constraints })
}

const codePoint = fc
  .oneof(
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xd7ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
  )
  .map((code) => String.fromCodePoint(code))
