import { contentWords, words } from '@frontdesk/language'
import type { Turn } from '@frontdesk/models'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that stand for something said before. */
const refers = list(`
  it its they them their theirs he him his she her hers dess dem deras han honom hans hon henne hennes hen denna denne
  detta dessa`)
/** These do too, unless a word with a meaning follows: `det polska ordet`, `that company`, `is there parking`. */
const mayRefer = list('this that these those there den det de där dit')
/** A question that begins with one of them goes on from another. */
const goesOn = list('and or but so also then och eller men så då sedan')
/** So few content words do not make a question that stands alone: `How much?`, `Vad kostar?` */
const fewWords = 1
/** A question with so many tells what the conversation is about. */
const tellingWords = 2
/** Words taken from what was said before. */
const maxTaken = 12

/** Whether words of a question stand for something said before, as far as they tell. */
export function refersBack(question: string): boolean {
  const all = words(question)
  const hasMeaning = (word: string | undefined) => word !== undefined && contentWords(word).length > 0
  return (
    goesOn.has(all[0] ?? '') ||
    all.some((word, i) => refers.has(word) || (mayRefer.has(word) && i > 0 && !hasMeaning(all[i + 1])))
  )
}

/** Whether a question may need what was said before to be understood. Generous: what comes of it is compared. */
export const mayReferBack = (question: string, history: Turn[]): boolean =>
  history.some(({ role }) => role === 'customer') && (refersBack(question) || contentWords(question).length <= fewWords)

/**
 * A question with the words that it may refer to, as ways to ask it that stand alone, at most two: with those of the
 * latest question of the customer that tells something, and with the names and numbers of the answer to it too.
 */
export function restate(question: string, history: Turn[]): string[] {
  const before = history.findLastIndex(
    ({ role, content }) => role === 'customer' && new Set(contentWords(content)).size >= tellingWords,
  )
  if (before < 0) return []
  const own = new Set(words(question))
  const asked = written(history[before]!.content, own)
  const answer = history.slice(before + 1).findLast(({ role }) => role !== 'customer')
  const named = answer ? written(answer.content, own).filter((word) => /^[\p{Lu}\p{N}]/u.test(word)) : []
  const said = new Set(asked.map((word) => word.toLowerCase()))
  const further = named.filter((word) => !said.has(word.toLowerCase()))
  const restated = asked.length > 0 ? [join(question, asked)] : []
  return further.length > 0 ? [...restated, join(question, [...asked, ...further])] : restated
}

/** The content words of a text as they are written, each once, without those of the question. */
function written(text: string, without: ReadonlySet<string>): string[] {
  const content = new Set(contentWords(text))
  const seen = new Set<string>()
  return (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => {
    const small = word.toLowerCase()
    if (seen.has(small) || without.has(small) || !content.has(small)) return false
    seen.add(small)
    return true
  })
}

const join = (question: string, taken: string[]): string => `${question} (${taken.slice(0, maxTaken).join(' ')})`
