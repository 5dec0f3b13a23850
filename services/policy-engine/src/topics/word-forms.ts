import { withoutDots } from '@frontdesk/language'
import { irregular } from './irregular-words.ts'

export type Language = 'en' | 'sv'
/** A word that another may be a form of, and the language whose rules say so. */
export type Lemma = {
  lemma: string
  language: Language
  /** By an ending of one letter that any word may end in by nature ("vind" is no form of "vin"). */
  isWeak?: boolean
  /** By a noun's ending. */
  isNoun?: boolean
}

/**
 * A rule: a word that ends in `from` takes the form that ends in `to` in its place, when what stands before both (the
 * stem) passes. Read backwards it finds the words that a form may belong to.
 */
type Rule = { from: string; language: Language; isWeak: boolean; isNoun: boolean; fits: (stem: string) => boolean }

const vowels = 'aeiouyåäö'
const endsInVowel = (stem: string) => vowels.includes(stem.at(-1)!)
const hasVowel = (stem: string) => /[aeiouyåäö]/.test(stem)
/** One syllable that doubles its last letter before an ending: "bet", "gun", but not "bomb", "deal" or "show". */
const doubles = (stem: string) => /^[^aeiouy]*[aeiou][^aeiouwxy]$/.test(stem)
const hisses = (stem: string) => /(?:[sxzo]|ch|sh)$/.test(stem)

const byEnding = new Map<string, Rule[]>()
/** Letters of the longest ending. */
export let maxEndingLength = 0
let isNoun = true
function rule(language: Language, from: string, endings: string, least: number, fits = (_stem: string) => true) {
  for (const to of endings.split(' ')) {
    const rules = byEnding.get(to) ?? []
    const isWeak = language === 'sv' && to.replace(/s$/, '').length < 2 && !(to === 's' && from === '')
    rules.push({
      from,
      language,
      isWeak,
      isNoun,
      fits: (stem) => stem.length >= least && hasVowel(stem + from) && fits(stem),
    })
    byEnding.set(to, rules)
    maxEndingLength = Math.max(maxEndingLength, to.length)
  }
}

rule('en', '', 's', 2, (stem) => !/[siu]$/.test(stem) || /[^aeiou]i$/.test(stem))
rule('en', '', 'es', 2, hisses)
rule('en', 'y', 'ies ied', 2)
rule('en', 'f', 'ves', 2)
rule('en', 'fe', 'ves', 2)
rule('en', '', 'ed ing ings', 3, (stem) => !doubles(stem) && !stem.endsWith('e'))
rule('en', 'e', 'ed ing ings', 2, (stem) => !endsInVowel(stem))
rule('en', 'ie', 'ying', 1)
// Those who do it. Short words stay out: "better" and "bet", "number" and "numb".
rule('en', '', 'er ers or ors', 5, (stem) => !stem.endsWith('e'))
rule('en', 'e', 'er ers or ors', 4, (stem) => !/(.)\1$/.test(stem))
for (const letter of 'bdglmnprt') {
  rule('en', letter, `${letter}${letter}ed ${letter}${letter}ing ${letter}${letter}ings`, 1, (stem) =>
    doubles(stem + letter),
  )
}

const consonant = (stem: string) => !endsInVowel(stem)
rule('sv', '', 's', 2, (stem) => !stem.endsWith('s'))
// Nouns: definite, plural and genitive.
rule('sv', '', 'en ens et ets ar ars arna arnas er ers erna ernas', 3)
rule('sv', '', 'n ns t ts r rs rna rnas', 3, endsInVowel)
rule('sv', 'a', 'or ors orna ornas an ans', 3)
rule('sv', 'e', 'ar ars arna arnas', 3)
rule('sv', '', 'na nas n ns', 4, (stem) => /(?:ar|er|or|el)$/.test(stem))
rule('sv', 'e', 'na nas', 3, (stem) => stem.endsWith('ar'))
rule('sv', 'um', 'et ets er erna', 3)
rule('sv', 'en', 'net nets nen nens', 3)
rule('sv', 'el', 'let lets len lens lar lars larna larnas ler lers lerna', 3)
rule('sv', 'er', 'ret rets ren rens rar rars rarna rarnas', 3)
for (const letter of 'mn') {
  const endings = 'en ens et ets er ers erna ernas ar ars arna arnas'
  rule(
    'sv',
    letter,
    endings.replaceAll(/\w+/g, (ending) => letter + letter + ending),
    2,
    endsInVowel,
  )
}
// Verbs.
isNoun = false
rule('sv', 'a', 'ar ade ades at ats as ande andet er', 2, (stem) => stem.length > 2 || vowels.includes(stem[0]!))
rule('sv', 'a', 'te tes t ts de des d dde s', 3, consonant)
rule('sv', 'a', 'are aren arens ares arna arnas', 3)
rule('sv', 'a', 'ning ningen ningar ningarna ningens', 3)
rule('sv', 'a', 'ing ingen ingar ingarna', 4)
rule('sv', 'a', '', 3, consonant)
rule('sv', '', 'a', 3, consonant)
// Adjectives, and the verbs of nouns.
rule('sv', '', 't are aren ast aste ad ade at', 4, (stem) => consonant(stem) && !stem.endsWith('t'))
rule('sv', '', 'are aren ad ade at', 4, (stem) => stem.endsWith('t'))

/** Words that only look like forms of others. */
const notForms = new Set(
  `news lens gas yes was has this always series species sms plus bus us as is his its gas christmas
  order under över efter eller vatten nummer papper morgon sommar vinter number never ever other order
  dollar kronor person`.split(/\s+/),
)

/** Long enough for any word of either language that has an ending. */
const maxWordLength = 40

/**
 * The words that a word may be a form of, itself first (as a word of both languages). Two words are forms of one when
 * these meet within a language: "gambling" and "gambled" in "gamble", "vapnen" and "vapens" in "vapen". Takes lower case,
 * with or without accents.
 */
export function lemmasOf(word: string): Lemma[] {
  const lemmas: Lemma[] = [
    { lemma: word, language: 'en' },
    { lemma: word, language: 'sv' },
  ]
  if (word.length > maxWordLength || notForms.has(word)) return lemmas
  for (const language of ['en', 'sv'] as const) {
    const lemma = irregular[language].get(word) ?? irregularWithoutDots[language].get(word)
    if (lemma) lemmas.push({ lemma, language }, { lemma: withoutDots(lemma), language })
  }
  for (let length = Math.min(maxEndingLength, word.length - 1); length >= 0; length--) {
    const stem = word.slice(0, word.length - length)
    for (const { from, language, isWeak, isNoun, fits } of byEnding.get(word.slice(word.length - length)) ?? []) {
      if (fits(stem)) lemmas.push({ lemma: stem + from, language, isWeak, isNoun })
    }
  }
  return lemmas
}

const foldedGroups = (groups: Map<string, string>) =>
  new Map([...groups].map(([form, lemma]) => [withoutDots(form), withoutDots(lemma)]))
const irregularWithoutDots = { en: foldedGroups(irregular.en), sv: foldedGroups(irregular.sv) }

/** Every ending of a form, and every beginning of one. */
const endings: ReadonlySet<string> = new Set(
  [...byEnding.keys()].flatMap((ending) => Array.from({ length: ending.length + 1 }, (_, to) => ending.slice(0, to))),
)
/** Letters that a word may lose at its end before it takes an ending ("gamble", "gambling"). */
const maxLost = 2

/** What every form of a word that belongs to `lemmas` begins with, before its ending. */
export const stemsOf = (lemmas: string[]): string[] =>
  [...lemmas, ...formsOf(lemmas)].flatMap((lemma) =>
    Array.from({ length: maxLost + 1 }, (_, lost) => lemma.slice(0, lemma.length - lost)).filter(Boolean),
  )

/** Whether letters begin, or are, one of `stems` with an ending; `begins` holds the stems and all that they begin with. */
export function mayBecome(letters: string, { begins, stems }: { begins: Set<string>; stems: Set<string> }): boolean {
  if (begins.has(letters)) return true
  for (let length = 1; length <= maxEndingLength && length < letters.length; length++) {
    if (endings.has(letters.slice(-length)) && stems.has(letters.slice(0, -length))) return true
  }
  return false
}

/** The irregular forms of words. */
function formsOf(lemmas: string[]): string[] {
  const wanted = new Set(lemmas)
  return [irregular.en, irregular.sv, irregularWithoutDots.en, irregularWithoutDots.sv].flatMap((groups) =>
    [...groups].flatMap(([form, lemma]) => (wanted.has(lemma) ? [form] : [])),
  )
}
