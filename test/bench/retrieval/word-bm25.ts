import { words } from '@frontdesk/language'

/** Plain BM25 over whole words (k1 1.2, b 0.75), the yardstick. Answers the ids of all documents that share a word, best first. */
export function wordBm25(documents: { id: string; text: string }[]): (question: string) => string[] {
  const postings = new Map<string, { at: number; count: number }[]>()
  const lengths = documents.map(({ text }, at) => {
    const own = words(text)
    const counts = new Map<string, number>()
    for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) {
      const list = postings.get(word)
      if (list) list.push({ at, count })
      else postings.set(word, [{ at, count }])
    }
    return own.length
  })
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return (question) => {
    const scores = new Map<number, number>()
    for (const word of new Set(words(question))) {
      const list = postings.get(word) ?? []
      const weight = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5))
      for (const { at, count } of list) {
        const norm = 1.2 * (0.25 + (0.75 * lengths[at]!) / average)
        scores.set(at, (scores.get(at) ?? 0) + (weight * count * 2.2) / (count + norm))
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => documents[at]!.id)
  }
}
