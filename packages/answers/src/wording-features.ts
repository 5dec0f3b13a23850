import { contentWords, searchTokens, stem } from '@frontdesk/language'
import { bestLikeness, likeness } from './match-words.ts'

/** What tells a passage that answers from one that speaks of the same things, each in 0..1. */
export const wordingFeatureNames = [
  /** The share of the question's content words that the best two sentences have in some form. */
  'held',
  /** The share of those words' 4-grams that stand there. */
  'gramsHeld',
  /** How much of the question the best single sentence has; and whether it is nearly all. */
  'singleSentence',
  'allInOneSentence',
  /** 1 when half of the question is covered, 0 when all or nothing is. */
  'halfCovered',
  /** The question asks what is not so. */
  'negated',
  /** It asks for the opposite (`first`, `last`) of what stands there. */
  'opposite',
  /** In the place of a word of the question that is missing stands another one. */
  'substituted',
  /** A verb, or a word that is neither a name, a verb, a noun nor an adjective by its ending, is missing. */
  'verbMissing',
  'otherMissing',
  /** Words of the question, over 20. */
  'questionWords',
] as const

type Wording = Record<(typeof wordingFeatureNames)[number], number>
type About = {
  /** All words of the question. */
  question: string[]
  content: string[]
  names: ReadonlySet<string>
  /** ISO 639-1; undefined: not known. */
  language: string | undefined
}

/** What a language says for `not`, and its opposites as pairs; `form` makes one of the forms that its words take. */
type Antonyms = { negations: ReadonlySet<string>; opposites: ReadonlyMap<string, string[]>; form(word: string): string }

function antonymsOf(negations: string, pairs: string, form = (word: string) => word): Antonyms {
  const opposites = new Map<string, string[]>()
  for (const pair of pairs.split(',')) {
    const [a, b] = pair.trim().split(' ').map(form) as [string, string]
    opposites.set(a, [...(opposites.get(a) ?? []), b])
    opposites.set(b, [...(opposites.get(b) ?? []), a])
  }
  return { negations: new Set(negations.split(' ').map(form)), opposites, form }
}

const swedish = antonymsOf(
  'inte ej aldrig icke ingen inget inga utan utom förutom',
  `första sista, först sist, störst minst, största minsta, före efter, mer mindre, fler färre, hög låg, högsta lägsta,
  ökade minskade, öka minska, gammal ny, äldre yngre, äldsta yngsta, norra södra, norr söder, öster väster, östra västra,
  bäst sämst, vann förlorade, börjar slutar, början slutet, dåligt bra, inuti utanför, starta sluta, lång kort,
  längsta kortaste, stark svag, rik fattig, lätt svår, snabb långsam, köpa sälja, positiv negativ, enkel komplex,
  manlig kvinnlig, kung drottning, första andra`,
)
const english = antonymsOf(
  'not never no none except without n’t didn wasn weren isn aren don doesn cannot nor',
  `first last, largest smallest, before after, more less, most least, highest lowest, increase decrease, old new,
  northern southern, eastern western, win lose, begin end`,
)
const german = antonymsOf(
  'nicht kein nie niemals ohne außer weder',
  `erste letzte, zuerst zuletzt, größte kleinste, groß klein, vor nach, mehr weniger, meisten wenigsten, hoch niedrig,
  höchste niedrigste, erhöhen senken, steigen sinken, alt neu, älter jünger, älteste jüngste, nördlich südlich, norden süden,
  osten westen, östlich westlich, beste schlechteste, gewinnen verlieren, beginnen enden, anfang ende, gut schlecht,
  innen außen, öffnen schließen, lang kurz, längste kürzeste, stark schwach, leicht schwer, schnell langsam, kaufen verkaufen,
  positiv negativ, einfach schwierig, männlich weiblich, erste zweite`,
  (word) => stem(word, 'de'),
)
/** Swedish and English are also taken for each other's neighbours, and a short question for another language altogether. */
const others: Antonyms = {
  negations: new Set([...swedish.negations, ...english.negations]),
  opposites: new Map([...swedish.opposites, ...english.opposites]),
  form: swedish.form,
}
const antonyms = new Map([
  ['sv', swedish],
  ['en', english],
  ['de', german],
])

/** By their endings, in Swedish and English: rough, and enough to tell what kind of word is missing. */
const isAdjective = (word: string): boolean => /(?:iska|isk|iskt|liga|lig|ligt|iga|ande|ous|al|ive)$/.test(word)
const isNoun = (word: string): boolean => /(?:en|et|na|tion|ity|ness)$/.test(word)
const isVerb = (word: string): boolean => /(?:ade|ats|te|des|era|ar|as|ed|ing)$/.test(word)

const isMeaningful = (word: string): boolean => contentWords(word).length > 0
/** Words are the same, or forms or parts of one. */
const alike = 0.6

/** How a question's wording compares with the best two sentences in a row (`pair`) and the best single one. */
export function wordingFeatures(
  { question, content, names, language }: About,
  pair: { words: string[] },
  single: { share: number; words: string[] },
  coverage: number,
): Wording {
  const inPair = new Set(pair.words)
  const inSingle = new Set(single.words)
  const { negations, opposites, form } = antonyms.get(language ?? '') ?? others
  const asked = question.map(form)
  const formsInPair = new Set(pair.words.map(form))
  const grams = [...new Set(searchTokens(content.join(' ')))]
  const gramsThere = new Set(searchTokens(pair.words.join(' ')))
  const share = (count: number, of: number) => (of === 0 ? 0 : count / of)
  const missing = question
    .map((word, at) => ({ word, at }))
    .filter(({ word }) => content.includes(word) && bestLikeness(word, inSingle) < 0.5)
  const kinds = missing.map(({ word }) =>
    names.has(word) || isAdjective(word) || isNoun(word) ? 'named' : isVerb(word) ? 'verb' : 'other',
  )
  const flag = (holds: boolean) => (holds ? 1 : 0)
  return {
    held: share(content.filter((word) => bestLikeness(word, inPair) >= 0.5).length, content.length),
    gramsHeld: share(grams.filter((gram) => gramsThere.has(gram)).length, grams.length),
    singleSentence: single.share,
    allInOneSentence: flag(single.share >= 0.85),
    halfCovered: 4 * coverage * (1 - coverage),
    negated: flag(asked.some((word) => negations.has(word))),
    opposite: flag(
      asked.some((word) => !formsInPair.has(word) && opposites.get(word)?.some((other) => formsInPair.has(other))),
    ),
    substituted: flag(
      missing.some(({ at }) => [1, -1].some((step) => isSubstituted(question, at, step as 1 | -1, single.words))),
    ),
    verbMissing: flag(kinds.includes('verb')),
    otherMissing: flag(kinds.includes('other')),
    questionWords: Math.min(1, question.length / 20),
  }
}

/**
 * Whether the neighbour of a missing word (the next with a meaning, at most two words on) stands in the sentence beside
 * another word that the question does not have: `the Roman language` asked, `the Frankish language` there.
 */
function isSubstituted(question: string[], at: number, step: 1 | -1, sentence: string[]): boolean {
  const next = question[at + step]
  const neighbour = next !== undefined && !isMeaningful(next) ? question[at + 2 * step] : next
  if (neighbour === undefined || !isMeaningful(neighbour)) return false
  return sentence.some((word, place) => {
    if (likeness(word, neighbour) < alike) return false
    const beside = [sentence[place - step], sentence[place - 2 * step]].find(
      (other) => other !== undefined && isMeaningful(other),
    )
    return beside !== undefined && !question.some((asked) => likeness(asked, beside) >= alike)
  })
}
