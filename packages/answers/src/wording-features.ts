import { contentWords, searchTokens } from '@frontdesk/language'
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
}

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const negations = list(`
  inte ej aldrig icke ingen inget inga utan utom förutom
  not never no none except without n’t didn wasn weren isn aren don doesn cannot nor`)

const opposites = new Map<string, string[]>()
for (const pair of `
  första sista, först sist, störst minst, största minsta, före efter, mer mindre, fler färre, hög låg, högsta lägsta,
  ökade minskade, öka minska, gammal ny, äldre yngre, äldsta yngsta, norra södra, norr söder, öster väster, östra västra,
  bäst sämst, vann förlorade, börjar slutar, början slutet, dåligt bra, inuti utanför, starta sluta, lång kort,
  längsta kortaste, stark svag, rik fattig, lätt svår, snabb långsam, köpa sälja, positiv negativ, enkel komplex,
  manlig kvinnlig, kung drottning, första andra,
  first last, largest smallest, before after, more less, most least, highest lowest, increase decrease, old new,
  northern southern, eastern western, win lose, begin end`.split(',')) {
  const [a, b] = pair.trim().split(' ') as [string, string]
  opposites.set(a, [...(opposites.get(a) ?? []), b])
  opposites.set(b, [...(opposites.get(b) ?? []), a])
}

/** By their endings, in Swedish and English: rough, and enough to tell what kind of word is missing. */
const isAdjective = (word: string): boolean => /(?:iska|isk|iskt|liga|lig|ligt|iga|ande|ous|al|ive)$/.test(word)
const isNoun = (word: string): boolean => /(?:en|et|na|tion|ity|ness)$/.test(word)
const isVerb = (word: string): boolean => /(?:ade|ats|te|des|era|ar|as|ed|ing)$/.test(word)

const isMeaningful = (word: string): boolean => contentWords(word).length > 0
/** Words are the same, or forms or parts of one. */
const alike = 0.6

/** How a question's wording compares with the best two sentences in a row (`pair`) and the best single one. */
export function wordingFeatures(
  { question, content, names }: About,
  pair: { words: string[] },
  single: { share: number; words: string[] },
  coverage: number,
): Wording {
  const inPair = new Set(pair.words)
  const inSingle = new Set(single.words)
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
    negated: flag(question.some((word) => negations.has(word))),
    opposite: flag(
      question.some((word) => !inPair.has(word) && opposites.get(word)?.some((other) => inPair.has(other))),
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
