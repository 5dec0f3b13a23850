import { randomUUID } from 'node:crypto'
import { searchTokens } from '@frontdesk/language'
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
  tokens: searchTokens(text),
  vector: pointing(0),
  ...fields,
})

/** A question's tokens, each once. */
export const asked = (text: string): string[] => [...new Set(searchTokens(text))]

/** BM25 (Robertson and Zaragoza 2009, with Lucene's idf) of every chunk for the tokens, k1 1.2, b 0.75. */
export function bm25(chunks: IndexedChunk[], tokens: string[]): Map<string, number> {
  const holding = (token: string) => chunks.filter((chunk) => chunk.tokens.includes(token)).length
  const averageLength = chunks.reduce((sum, chunk) => sum + chunk.tokens.length, 0) / chunks.length
  const weights = tokens.map((token) => {
    const n = holding(token)
    return Math.log(1 + (chunks.length - n + 0.5) / (n + 0.5))
  })
  return new Map(
    chunks.map((chunk) => {
      const norm = 1.2 * (0.25 + (0.75 * chunk.tokens.length) / averageLength)
      const score = tokens.reduce((sum, token, i) => {
        const count = chunk.tokens.filter((other) => other === token).length
        return sum + (weights[i]! * count * 2.2) / (count + norm)
      }, 0)
      return [chunk.contentId, score]
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
