import { randomUUID } from 'node:crypto'
import { gramTokens, isQuestionWord, isStopWord, splitIntoSentences, stemToken, words } from '@frontdesk/language'
import { expect } from 'vitest'
import type { IndexedChunk, Space } from '../port.ts'

export const dimensions = 8

/** A space that nobody used on this backend before. */
export const newSpace = (fields: Partial<Space> = {}): Space => ({
  tenant: `ten_${randomUUID()}`,
  generation: 'local-1',
  dimensions,
  ...fields,
})

/** A unit vector that points mostly along one axis. */
export function pointing(axis: number, towards = 0, share = 0): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  vector[axis % dimensions]! += Math.sqrt(1 - share * share)
  vector[towards % dimensions]! += share
  return vector
}

/** A chunk of a text, alone in its content unless told otherwise. */
export const chunkOf = (contentId: string, text: string, fields: Partial<IndexedChunk> = {}): IndexedChunk => ({
  sourceId: `src_${contentId}`,
  contentId,
  index: 0,
  text,
  title: `Title of ${contentId}`,
  start: 0,
  end: text.length,
  language: null,
  vector: pointing(0),
  ...fields,
})

/** The tokens of a text in one view. */
const tokensOf = (text: string, view: View, language: string | null): string[] =>
  words(text).flatMap((word) => (view === 'stem' ? (stemToken(word, language) ?? []) : gramTokens(word)))

type View = 'stem' | 'gram'
const mean = (values: number[]): number => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
const idf = (frequency: number, count: number) => Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))
const countIn = (tokens: string[], token: string) => tokens.filter((each) => each === token).length

/**
 * What the port promises of a score, written down a second time: BM25F over stems and 4-grams of title, heading and body,
 * the document's score, the best sentence, all over what no chunk exceeds. For contents of up to 1,000 chunks without names
 * of files, and questions without question words.
 */
export function expectedScores(chunks: IndexedChunk[], question: string, language: string | null): Map<string, number> {
  const asked = [...new Set(words(question))]
  expect(asked.some((word) => isQuestionWord(word, language))).toBe(false)
  const documents = [...Map.groupBy(chunks, ({ contentId }) => contentId).values()]
  const own = chunks.map(() => 0)
  const sentences = chunks.map(({ text }) => splitIntoSentences(text).map(() => 0))
  const whole = new Map(documents.map(([first]) => [first!.contentId, 0]))
  const bounds = { chunk: 0, document: 0 }
  for (const view of ['stem', 'gram'] as const) {
    const viewWeight = view === 'stem' ? 1 : language === 'en' ? 0.15 : 0.5
    const shares = new Map<string, number>()
    for (const word of asked) {
      const share = isStopWord(word, language) ? 0.25 : 1
      if (share < 1 && view === 'gram') continue
      for (const token of tokensOf(word, view, language)) shares.set(token, Math.max(share, shares.get(token) ?? 0))
    }
    const fields = chunks.map(({ title, heading = '', text, language }) =>
      [title, heading, text].map((field) => tokensOf(field, view, language)),
    )
    const averages = [0, 1, 2].map((i) => mean(fields.map((each) => each[i]!.length).filter((length) => length > 0)))
    const joint = documents.map((parts) => {
      const [title] = fields[chunks.indexOf(parts[0]!)]!
      const rest = parts.flatMap((chunk) => fields[chunks.indexOf(chunk)]!.slice(1).flat())
      return [...title!, ...title!, ...rest]
    })
    const averageJoint = mean(joint.map(({ length }) => length))
    for (const [token, share] of shares) {
      const frequency = fields.filter((each) => each.flat().includes(token)).length
      const weight = viewWeight * share * idf(frequency, chunks.length)
      bounds.chunk += weight * 2.2
      fields.forEach((each, at) => {
        const tf = [2, 1, 1].reduce((sum, fieldWeight, i) => {
          const b = [0.3, 0.3, 0.75][i]!
          const count = countIn(each[i]!, token)
          return count === 0 ? sum : sum + (fieldWeight * count) / (1 - b + (b * each[i]!.length) / averages[i]!)
        }, 0)
        own[at]! += (weight * 2.2 * tf) / (tf + 1.2)
        splitIntoSentences(chunks[at]!.text).forEach(({ text }, place) => {
          if (tokensOf(text, view, chunks[at]!.language).includes(token)) sentences[at]![place]! += weight
        })
      })
      if (share < 1) continue
      const documentWeight = viewWeight * idf(joint.filter((each) => each.includes(token)).length, documents.length)
      bounds.document += documentWeight * 2.2
      joint.forEach((each, at) => {
        const tf = countIn(each, token)
        const id = documents[at]![0]!.contentId
        const norm = 1.2 * (0.6 + (0.4 * each.length) / averageJoint)
        whole.set(id, whole.get(id)! + (documentWeight * 2.2 * tf) / (tf + norm))
      })
    }
  }
  const isShort = asked.filter((word) => !isStopWord(word, language)).length < 8
  return new Map(
    chunks.map(({ contentId, index }, at) => {
      const mixed = isShort ? 0.7 * own[at]! + 0.3 * 2.2 * Math.max(0, ...sentences[at]!) : own[at]!
      return [`${contentId}/${index}`, (mixed + whole.get(contentId)!) / (bounds.chunk + bounds.document)]
    }),
  )
}

const vocabulary =
  'frakt retur öppettider betalning faktura garanti leverans adress konto lösenord order kvitto butik kund vara pris ' +
  'shipping refund hours payment invoice warranty delivery address account password receipt store customer item price'
const vocabularyWords = vocabulary.split(' ')

/** Texts of different lengths that share words, the same each time. */
export function texts(count: number): string[] {
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from(
      { length: 4 + next(20) },
      () => vocabularyWords[Math.floor(((next(1000) * next(1000)) / 1e6) * vocabularyWords.length)]!,
    ).join(' '),
  )
}
