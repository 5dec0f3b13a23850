import type { TextItem } from './lines.ts'

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** White space apart, no font's mapping to Unicode gives these: a code was taken for a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0001-\u0008\u000e-\u001f]/
const presentationForms = /[\ufb00-\ufdff\ufe70-\ufefe]+/g

/** What is needed of a page of pdfjs. */
export type GlyphPage = { getOperatorList(): Promise<{ fnArray: number[]; argsArray: unknown[] }> }
type Glyph = { unicode?: string; originalCharCode?: number }
type Operators = { setFont: number; showText: number }

/** Per font of a page: texts of several characters that one glyph stands for, and whether its codes mean nothing. */
async function glyphsOf(page: GlyphPage, { setFont, showText }: Operators) {
  const { fnArray, argsArray } = await page.getOperatorList()
  const clusters = new Set<string>()
  const unmapped = new Map<string, boolean>()
  let font = ''
  for (const [i, operator] of fnArray.entries()) {
    if (operator === setFont) font = (argsArray[i] as [string])[0]
    if (operator !== showText) continue
    for (const glyph of (argsArray[i] as [(Glyph | number | null)[]])[0]) {
      if (!glyph || typeof glyph === 'number' || !glyph.unicode) continue
      const { unicode, originalCharCode: code = -1 } = glyph
      if ([...unicode].length > 1) {
        if (rightToLeft.test(unicode)) clusters.add(unicode)
      } else if (unicode.codePointAt(0) !== code) unmapped.set(font, false)
      else if (code > 0xff && unmapped.get(font) !== false) unmapped.set(font, true)
    }
  }
  return { clusters, unmapped }
}

const reversed = (text: string): string => [...text].reverse().join('')

/**
 * Text in the order in which it is read. pdfjs takes glyphs for visual order and turns right-to-left runs round; where
 * one glyph stands for several letters (ligatures, whole words), those are in reading order already (ISO 32000-2,
 * 9.10.3) and come out turned: here they are turned back. Runs of fonts that don't say what their glyphs mean go away
 * instead of standing there as other letters.
 */
export async function mendItems(items: TextItem[], page: GlyphPage, operators: Operators): Promise<TextItem[]> {
  if (!items.some(({ str }) => rightToLeft.test(str) || control.test(str))) return items
  const { clusters, unmapped } = await glyphsOf(page, operators)
  const longestFirst = [...clusters].sort((a, b) => b.length - a.length).map((text) => text.trim())
  return items
    .filter(({ str, fontName }) => !(control.test(str) && unmapped.get(fontName)))
    .map((item) => {
      let { str } = item
      for (const cluster of longestFirst) {
        // Turned round they stand in runs that pdfjs turned; a word that reads alike both ways is right as it is.
        const turned = reversed(cluster)
        if (rightToLeft.test(cluster) && turned !== cluster) str = str.replaceAll(turned, cluster)
      }
      return { ...item, str }
    })
}

/** Letters for the forms that a typesetter chose: ligatures and Arabic presentation forms (NFKC, of those alone). */
export const plainLetters = (text: string): string =>
  text.replace(presentationForms, (forms) => forms.normalize('NFKC'))
