import { contentWords, words } from '@frontdesk/language'
import type { Turn } from '@frontdesk/models'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that stand for something said before. They also stand for nothing at all (`vad är det för väder`). */
const refers = list(`
  it its they them their theirs this that these those he she him his her hers there then one ones same such else instead
  den det dess de dem deras denna denne detta dessa han hon honom hans henne hennes hen där dit då sådan sådana samma
  istället annars också`)
/** A question that begins with one of them goes on from another. */
const goesOn = list('and or but so also then och eller men så då sedan')
/** So few content words do not make a question that stands alone: `How much?`, `Och till Norge?` */
const fewWords = 2
/** A question with so many tells what the conversation is about. */
const tellingWords = 2
/** Words taken from what was said before. */
const mostTaken = 12

/** Whether a question may need what was said before to be understood. Generous: what comes of it is compared. */
export function mayReferBack(question: string, history: Turn[]): boolean {
  if (!history.some(({ role }) => role === 'customer')) return false
  const all = words(question)
  return goesOn.has(all[0] ?? '') || contentWords(question).length <= fewWords || all.some((word) => refers.has(word))
}

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

const join = (question: string, taken: string[]): string => `${question} (${taken.slice(0, mostTaken).join(' ')})`
