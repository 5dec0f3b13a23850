import type { Candidate, ChunkIndex, Found, IndexedChunk } from '@frontdesk/chunk-index'
import { sentenceReader } from '../../../packages/chunk-index/src/ranking/best-sentence.ts'
import { termFrequency } from '../../../packages/chunk-index/src/ranking/bm25f.ts'
import {
  bodyOf,
  type ChunkTerms,
  chunkTerms,
  documentLengths,
  fieldCount,
  gramFields,
  headingOf,
  titleOf,
} from '../../../packages/chunk-index/src/ranking/chunk-terms.ts'
import { idf, ranking, saturate } from '../../../packages/chunk-index/src/ranking/constants.ts'
import { lexicalScore, sentencesRead } from '../../../packages/chunk-index/src/ranking/lexical-score.ts'
import { type Question, readQuestion } from '../../../packages/chunk-index/src/ranking/read-question.ts'

/** A chunk with its tokens counted once, for many small knowledge bases that share it. */
export type Counted = { chunk: IndexedChunk; terms: ChunkTerms }

export const count = (chunk: IndexedChunk): Counted => ({ chunk, terms: chunkTerms(chunk) })

type Parts = {
  weights: Map<string, number>
  own: number[]
  whole: Map<string, number>
  bounds: { chunk: number; document: number }
}

const isGram = (token: string): boolean => !token.startsWith('=')
const compare = (a: Candidate, b: Candidate) =>
  a.contentId < b.contentId ? -1 : a.contentId > b.contentId ? 1 : a.index - b.index

/** Averages of each field over the chunks that have it. */
function averagesOf(counted: Counted[]): number[] {
  return Array.from({ length: fieldCount }, (_, field) => {
    const lengths = counted.map(({ terms }) => terms.lengths[field]!).filter((length) => length > 0)
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  })
}

/** The length of each content as a document, in a view. */
function documentLengthsOf(documents: Map<string, Counted[]>, from: number): Map<string, number> {
  return new Map(
    [...documents].map(([contentId, parts]) => [
      contentId,
      parts.reduce(
        (sum, { terms }) => sum + documentLengths(terms.lengths, from).rest,
        documentLengths(parts[0]!.terms.lengths, from).title,
      ),
    ]),
  )
}

/**
 * The search of `retrieval` over chunks in memory: scores as the embedded index's, to the sixth digit, without vectors.
 * Thousands of knowledge bases of a few chunks are asked one question each, which real tables would take hours for.
 */
export function memoryIndex(counted: Counted[]): Pick<ChunkIndex, 'search'> {
  const averages = averagesOf(counted)
  const documents = Map.groupBy(counted, ({ chunk }) => chunk.contentId)
  const lengths = [0, gramFields].map((from) => documentLengthsOf(documents, from))
  const meanLengths = lengths.map(
    (each) => [...each.values()].reduce((sum, length) => sum + length, 0) / documents.size,
  )
  const languages = new Map<string, number>()
  for (const { chunk } of counted) {
    if (chunk.language) languages.set(chunk.language, (languages.get(chunk.language) ?? 0) + 1)
  }

  function scoreDocuments(token: string, share: number, holding: number[], { whole, bounds }: Parts): void {
    const view = isGram(token) ? 1 : 0
    const frequencies = new Map<string, number>()
    for (const at of holding) {
      const { chunk, terms } = counted[at]!
      const held = terms.counts.get(token)!
      const before = frequencies.get(chunk.contentId) ?? ranking.document.titleWeight * titleOf(held)
      frequencies.set(chunk.contentId, before + bodyOf(held) + headingOf(held))
    }
    const top = ranking.document.weight * share * idf(frequencies.size, documents.size) * (ranking.k1 + 1)
    bounds.document += top
    const { b } = ranking.document
    for (const [contentId, frequency] of frequencies) {
      const norm = ranking.k1 * (1 - b + (b * lengths[view]!.get(contentId)!) / meanLengths[view]!)
      whole.set(contentId, (whole.get(contentId) ?? 0) + (top * frequency) / (frequency + norm))
    }
  }

  function score({ tokens }: Question): Parts {
    const parts: Parts = {
      weights: new Map(),
      own: counted.map(() => 0),
      whole: new Map(),
      bounds: { chunk: 0, document: 0 },
    }
    for (const { token, share, isTelling } of tokens) {
      const holding = counted.flatMap(({ terms }, at) => (terms.counts.has(token) ? [at] : []))
      const weight = share * idf(holding.length, counted.length)
      parts.weights.set(token, weight)
      parts.bounds.chunk += weight * (ranking.k1 + 1)
      for (const at of holding) parts.own[at]! += weight * saturate(termFrequency(token, counted[at]!.terms, averages))
      if (isTelling) scoreDocuments(token, share, holding, parts)
    }
    return parts
  }

  return {
    async search(_space, { question: text, limit }): Promise<Found> {
      const question = readQuestion(text, languages)
      const { weights, own, whole, bounds } = score(question)
      const bestSentence = sentenceReader(weights)
      const totalOf = (at: number) => own[at]! + (whole.get(counted[at]!.chunk.contentId) ?? 0)
      const lexical = [...counted.keys()]
        .filter((at) => own[at]! > 0)
        .sort((a, b) => totalOf(b) - totalOf(a))
        .slice(0, limit)
        .map((at, place): Candidate => {
          const { fileName: _, language, vector: __, ...chunk } = counted[at]!.chunk
          const sentence = question.isShort && place < sentencesRead(limit) ? bestSentence(chunk.text, language) : 0
          const parts = { chunk: own[at]!, sentence, document: whole.get(chunk.contentId) ?? 0 }
          return { ...chunk, ...lexicalScore(parts, bounds, question) }
        })
        .sort((a, b) => b.score - a.score || compare(a, b))
      const words = question.words.map(({ word, token }) => ({
        word,
        frequency: token === undefined ? 0 : counted.filter(({ terms }) => terms.counts.has(token)).length,
      }))
      return { lexical, vector: [], asked: { chunks: counted.length, words } }
    },
  }
}
