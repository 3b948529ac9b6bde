import { printable } from './printable.ts'

/** Text from elsewhere, made harmless for a terminal, on a single line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll('\r', ' '))
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim()
}

/** Cut to so many columns of a terminal, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 0
  for (const { segment } of graphemes().segment(text)) {
    const next = used + Bun.stringWidth(segment)
    if (next > width - 1) break
    kept += segment
    used = next
  }
  return `${kept}…`
}

/** Cut or filled up to exactly so many columns. */
export function fit(text: string, width: number): string {
  const short = cut(text, width)
  return short + ' '.repeat(Math.max(0, width - Bun.stringWidth(short)))
}

let segmenter: Intl.Segmenter | undefined

/** Made when a line is first cut: that takes milliseconds. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter
}
