/** A text in which numbers can be looked for: characters folded to ASCII where they have such a form, invisible ones left out. */
export type PlainText = {
  plain: string
  /** Where each character of `plain` begins in the text, and at last the text's length. Undefined: the same places. */
  places: Uint32Array | undefined
}

const asItIs = /^[\0-\x7f\xa1-\xac\xae-\u024f\u2018-\u201e\u2026\u20ac]*$/
const invisible = /^[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u
const space = /^\p{Zs}$/u
const dash = /^[\p{Pd}\u2212]$/u
const digit = /^\p{Nd}$/u
/** What stands for a character outside of the basic plane, so that one character stays one. */
const other = '\ufffd'

/** A bounded cache of a pure function. */
const folded = new Map<number, string>()

/** Folds each character by itself, so the plain text of a beginning is the beginning of the plain text. */
export function plainTextOf(text: string): PlainText {
  if (asItIs.test(text)) return { plain: text, places: undefined }
  const places = new Uint32Array(text.length + 1)
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!
    const character = code < 128 ? text[at]! : foldOnce(code)
    if (character !== '') {
      places[plain.length] = at
      plain += character
    }
    at += code > 0xffff ? 2 : 1
  }
  places[plain.length] = text.length
  return { plain, places: places.subarray(0, plain.length + 1) }
}

function foldOnce(code: number): string {
  let character = folded.get(code)
  if (character === undefined) {
    character = fold(code)
    // Texts use few different characters; the bound is for one that uses all.
    if (folded.size < 10_000) folded.set(code, character)
  }
  return character
}

function fold(code: number): string {
  const character = String.fromCodePoint(code)
  if (invisible.test(character)) return ''
  if (space.test(character)) return ' '
  if (dash.test(character)) return '-'
  if (digit.test(character)) return String(digitValue(code))
  // Full-width forms: U+FF01 to U+FF5E are ASCII's ! to ~.
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xff01 + 0x21)
  return code > 0xffff ? other : character
}

/** Sets of ten digits begin at a multiple of 16 or 6 above one (Unicode, ch. 4.6), those of mathematics follow each other. */
function digitValue(code: number): number {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10
  const low = code & 0xf
  const beginsSet = digit.test(String.fromCodePoint(code - low))
  return beginsSet && low < 10 ? low : low - 6
}
