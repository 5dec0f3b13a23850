import type { TextItem } from './lines.ts'

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** White space apart, no font's mapping to Unicode gives these: a code was taken for a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0001-\u0008\u000e-\u001f]/
/** What no font with one byte a glyph gives by itself. */
const wide = /[\u0180-\uffff]/
const isSuspect = (text: string): boolean => control.test(text) && wide.test(text)
const presentationForms = /[\ufb00-\ufdff\ufe70-\ufefe]+/g

/** What is needed of a page of pdfjs. */
export type GlyphPage = { getOperatorList(): Promise<{ fnArray: number[]; argsArray: unknown[] }> }
type Glyph = { unicode?: string }
type Operators = { setFont: number; showText: number }

/** Texts of several right-to-left characters that one glyph stands for, and the fonts that have such. */
async function clustersOf(page: GlyphPage, { setFont, showText }: Operators) {
  const { fnArray, argsArray } = await page.getOperatorList()
  const clusters = new Set<string>()
  const fonts = new Set<string>()
  let font = ''
  for (const [i, operator] of fnArray.entries()) {
    if (operator === setFont) font = (argsArray[i] as [string])[0]
    if (operator !== showText) continue
    for (const glyph of (argsArray[i] as [(Glyph | number | null)[]])[0]) {
      const text = typeof glyph === 'object' && glyph?.unicode
      if (!text || text.length < 2 || !rightToLeft.test(text)) continue
      clusters.add(text)
      fonts.add(font)
    }
  }
  return { clusters, fonts }
}

const reversed = (text: string): string => [...text].reverse().join('')

/**
 * Text in the order in which it is read. pdfjs takes glyphs for visual order and turns right-to-left runs round; where
 * one glyph stands for several letters (ligatures, whole words), those are in reading order already (ISO 32000-2,
 * 9.10.3) and come out turned: here they are turned back. A font that gives a word to
 * one glyph may give nothing to the others of the word; pdfjs shows their codes as letters, which go away.
 */
export async function mendItems(items: TextItem[], page: GlyphPage, operators: Operators): Promise<TextItem[]> {
  if (!items.some(({ str }) => rightToLeft.test(str) || isSuspect(str))) return items
  const { clusters, fonts } = await clustersOf(page, operators)
  const whole = new Map([...clusters].map((cluster) => [reversed(cluster), cluster]))
  const words = new Map<string, string>()
  for (const word of [...clusters].flatMap((cluster) => cluster.split(/\s+/))) {
    const turned = reversed(word)
    if (rightToLeft.test(word) && turned !== word && [...word].length > 1) words.set(turned, word)
  }
  const longestFirst = [...words].sort(([a], [b]) => b.length - a.length)
  const mend = (text: string): string => {
    const cluster = whole.get(text)
    if (cluster) return cluster
    // Where other letters part a cluster's words, pdfjs turns each by itself.
    for (const [turned, word] of longestFirst) if (text.includes(turned)) return text.replaceAll(turned, word)
    return text
  }
  return items
    .filter(({ str, fontName }) => !(isSuspect(str) && fonts.has(fontName)))
    .map((item) => ({ ...item, str: mend(item.str) }))
}

/** Letters for the forms that a typesetter chose: ligatures and Arabic presentation forms (NFKC, of those alone). */
export const plainLetters = (text: string): string =>
  text.replace(presentationForms, (forms) => forms.normalize('NFKC'))
