import { displayedText, type Markup, mark } from './displayed-text.ts'
import type { GrowingMask } from './mask.ts'

/** What holds personal data beside what is displayed: a destination, an attribute. */
const mayHold = /[@\d%&(]|[^\0-\x7f]/

/**
 * Masks what a reader sees of a text when its markup is displayed: `070-123 45 **67**`, `anna&#64;example.com`. The markup
 * stays. What it doesn't display, such as the destination of a link, is masked by itself.
 */
export function displayedMask(make: () => GrowingMask): GrowingMask {
  const mask = make()
  const reader = displayedText()
  // Markup whose mark the mask hasn't let out.
  let pending: Markup[] = []
  // For what isn't displayed. Each part is a text that ends; another begins a line.
  let own: GrowingMask | undefined
  // A mark whose character the mask hasn't let out.
  let half = ''

  const maskOwn = (source: string): string => {
    if (!mayHold.test(source)) return source
    own ??= displayedMask(make)
    return source[0] + own.push(`\n${source.slice(1)}`, true).slice(1)
  }

  /** The masked text with its markup again. */
  const restore = (masked: string, final: boolean): string => {
    let text = ''
    let done = 0
    let nth = 0
    for (let at = masked.indexOf(mark); at >= 0; at = masked.indexOf(mark, done)) {
      const { source, shown } = pending[nth]!
      text += masked.slice(done, at)
      done = at + 1
      if (shown !== '') {
        if (done === masked.length && !final) {
          half = mark
          pending = pending.slice(nth)
          return text
        }
        const is = String.fromCodePoint(masked.codePointAt(done)!)
        done += is.length
        if (is !== shown) text += is
        else text += source[0] === '<' ? maskOwn(source) : source
      } else text += maskOwn(source)
      nth++
    }
    if (nth > 0) pending = pending.slice(nth)
    return text + masked.slice(done)
  }

  return {
    get found() {
      if (own === undefined) return mask.found
      const found = new Map(mask.found)
      for (const [kind, count] of own.found) found.set(kind, (found.get(kind) ?? 0) + count)
      return found
    },
    push(added, final) {
      const { text, markup } = reader.read(added, final)
      if (markup.length > 0) pending.push(...markup)
      const masked = mask.push(text, final)
      if (pending.length === 0) return masked
      const whole = half + masked
      half = ''
      return restore(whole, final)
    },
  }
}
