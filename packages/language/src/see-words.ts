import { leetspeak, lookAlikesOf } from './look-alikes.ts'
import { withoutDots } from './without-dots.ts'

/** A character of a text as a reader sees it. */
export type SeenCharacter = {
  /** Lower case, with the dots and rings of å, ä and ö; other accents are gone. */
  exact: string
  /** The Latin letters it may be read as, the likeliest first; itself where it can only be itself, and, of a digit, at last. */
  readings: readonly string[]
  kind: 'letter' | 'digit' | 'sign' | 'gap'
}

/** A run of letters and digits. `from` and `to` are places among the characters that were seen. */
export type SeenWord = {
  /** Lower case, accents of Swedish kept. */
  exact: string
  /** As read first, without accents. */
  plain: string
  from: number
  to: number
}
export type SeenText = { characters: SeenCharacter[]; words: SeenWord[] }

/** Format characters (zero-width ones, soft hyphens, direction marks), fillers and variation selectors. */
const invisible = /\p{Cf}|\p{Me}|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}|\p{Variation_Selector}/u
const letter = /^\p{L}$/u
const digit = /^\p{N}$/u
const mark = /^\p{Mn}$/u

/** The same character comes again and again; bounded, for there are many. */
const seenBefore = new Map<string, SeenCharacter | undefined>()

function see(character: string): SeenCharacter | undefined {
  if (seenBefore.has(character)) return seenBefore.get(character)
  if (seenBefore.size > 5_000) seenBefore.clear()
  const seen = lookAt(character)
  seenBefore.set(character, seen)
  return seen
}

function lookAt(character: string): SeenCharacter | undefined {
  if (invisible.test(character) || mark.test(character)) return undefined
  const lower = character.toLowerCase()
  if ('åäö'.includes(lower)) return { exact: lower, readings: [withoutDots(lower)], kind: 'letter' }
  const base = withoutDots(lower)
  const signs = leetspeak.get(base)
  if (/^[a-z]$/.test(base)) return { exact: base, readings: [base], kind: 'letter' }
  if (signs && digit.test(base)) return { exact: base, readings: [...signs, base], kind: 'digit' }
  if (signs) return { exact: base, readings: [...signs], kind: 'sign' }
  const looks = lookAlikesOf(withoutDots(character), base)
  if (looks) return { exact: looks[0]!, readings: [...looks], kind: 'letter' }
  if (letter.test(base)) return { exact: base, readings: [base], kind: 'letter' }
  if (digit.test(base)) return { exact: base, readings: [base], kind: 'digit' }
  return { exact: base, readings: [base], kind: 'gap' }
}

/** The characters of a text as a reader sees them: the one normaliser of topics and of what a model may not recite. */
export function seeCharacters(text: string): SeenCharacter[] {
  const characters: SeenCharacter[] = []
  const plain = text.normalize('NFKC')
  let at = 0
  for (const character of plain) {
    const seen =
      (character === 'I' && isSmall(plain[at - 1], plain[at + 1])) ||
      (character === 'l' && isCapital(plain[at - 1], plain[at + 1]))
        ? stroke[character]
        : see(character)
    if (seen) characters.push(seen)
    at += character.length
  }
  return characters
}

/** A capital I among small letters, and a small l among capitals, look like the other one. */
const stroke: Record<'I' | 'l', SeenCharacter> = {
  I: { exact: 'i', readings: ['i', 'l'], kind: 'letter' },
  l: { exact: 'l', readings: ['l', 'i'], kind: 'letter' },
}
const isSmall = (before = '', after = ''): boolean => /[a-zåäö]/.test(before + after)
const isCapital = (before = '', after = ''): boolean => /[A-ZÅÄÖ]/.test(before + after)

/**
 * A text as a reader sees it: NFKC (full-width and styled forms), lower case, without accents and invisible characters,
 * look-alike letters as the Latin ones. Linear.
 */
export function seeWords(text: string): SeenText {
  const characters = seeCharacters(text)
  const words: SeenWord[] = []
  for (let from = 0; from < characters.length; from++) {
    if (!isWordPart(characters[from]!)) continue
    let to = from
    let exact = ''
    let plain = ''
    while (to < characters.length && isWordPart(characters[to]!)) {
      const { exact: written, readings, kind } = characters[to]!
      exact += written
      plain += kind === 'digit' ? written : readings[0]!
      to++
    }
    words.push({ exact, plain, from, to })
    from = to
  }
  return { characters, words }
}

const isWordPart = ({ kind }: SeenCharacter) => kind === 'letter' || kind === 'digit'

/** The words of a phrase or a text, as they are read first. */
export const plainWords = (text: string): string[] => seeWords(text).words.map(({ plain }) => plain)
