import type { DatabaseSync } from 'node:sqlite'
import type { Candidate, Found } from '../port.ts'
import { sentenceReader } from '../ranking/best-sentence.ts'
import { minSentencesRead } from '../ranking/constants.ts'
import { lexicalScore, sentencesRead } from '../ranking/lexical-score.ts'
import { type Question, readQuestion } from '../ranking/read-question.ts'
import { BestScores } from './best-scores.ts'
import { DotProducts } from './dot-products.ts'
import type { OpenSpace } from './open-space.ts'
import type { IsWanted } from './score-chunks.ts'
import { type WordScores, wordScorer } from './score-words.ts'
import { quantize, readPart, scan } from './vectors.ts'
import type { Body } from './write-chunks.ts'

/** Up to so many documents every vector is looked at; beyond, those of the best by words. */
const maxScanned = 50_000
const rescored = 2_000

type Query = { question: string; vector?: number[] | undefined; limit: number; contentIds?: string[] | undefined }

/** Searches the tables. Scores of one search stand in an array that the next one uses again. */
export function chunkSearcher(database: DatabaseSync) {
  const readVectors = database.prepare('SELECT docs, scales, numbers FROM vectors WHERE segment = ?')
  const readBody = database.prepare('SELECT body FROM bodies WHERE space = ? AND doc = ?')
  const scorer = wordScorer(database)
  const cosines = new BestScores()
  const products = new DotProducts()

  const bodyOf = (space: OpenSpace, doc: number): Body =>
    JSON.parse((readBody.get(space.id, doc) as { body: string }).body)

  /** Equal chunks stand in the order of their content and place. */
  const orderIn = (space: OpenSpace) => (a: number, b: number) =>
    compare(space.nameOf(a), space.nameOf(b)) || space.positions[a]! - space.positions[b]!

  function takeLexical(space: OpenSpace, question: Question, scores: WordScores, limit: number): Candidate[] {
    const order = orderIn(space)
    const bonus = { scores: scores.documents.scores, groups: space.contents }
    const documentOf = (doc: number) => bonus.scores[space.contents[doc]!]!
    const bestSentence = sentenceReader(scores.weights)
    const bounds = { chunk: scores.bound, document: scores.documents.bound }
    const read = Math.max(limit, minSentencesRead)
    const found = scores.chunks.take(read, order, bonus).map(({ doc, score: chunk }, place) => {
      const body = bodyOf(space, doc)
      const sentence =
        question.isShort && place < sentencesRead(limit) ? bestSentence(body.text, space.languageOf(doc)) : 0
      return { doc, body, ...lexicalScore({ chunk, sentence, document: documentOf(doc) }, bounds, question) }
    })
    return found
      .sort((a, b) => b.score - a.score || order(a.doc, b.doc))
      .slice(0, limit)
      .map(({ doc, body, score, document }) => ({
        ...body,
        contentId: space.nameOf(doc),
        index: space.positions[doc]!,
        score,
        document,
      }))
  }

  function takeNearest(
    space: OpenSpace,
    { vector, limit }: { vector: number[]; limit: number },
    isWanted: IsWanted,
  ): Candidate[] {
    cosines.reset(space.nextDoc)
    const question = quantize(vector)
    for (const { id } of space.segments) {
      for (const row of readVectors.iterate(id)) {
        scan(readPart(row as never), { question, products }, (doc, cosine) => {
          if (space.isLive(doc) && (!isWanted || isWanted(doc))) cosines.set(doc, cosine)
        })
      }
    }
    return cosines.take(limit, orderIn(space)).map(({ doc, score }) => ({
      ...bodyOf(space, doc),
      contentId: space.nameOf(doc),
      index: space.positions[doc]!,
      score,
      document: 0,
    }))
  }

  /** Wants every document, or those of the contents. */
  function wantedOf(space: OpenSpace, contentIds: string[] | undefined): IsWanted {
    if (!contentIds) return undefined
    const numbers = new Set(contentIds.map((id) => space.numberOf(id)))
    return (doc) => numbers.has(space.contents[doc]!)
  }

  function search(space: OpenSpace, { question: text, vector, limit, contentIds }: Query): Found {
    const isWanted = wantedOf(space, contentIds)
    const question = readQuestion(text, space.languages)
    const isFew = space.count <= maxScanned
    const scored = Math.max(limit, minSentencesRead, vector && !isFew ? rescored : 0)
    const scores = scorer.score(space, question, scored, isWanted)
    const lexical = takeLexical(space, question, scores, limit)
    const words = question.words.map(({ word, token }) => ({
      word,
      frequency: (token !== undefined && scores.frequencies.get(token)) || 0,
    }))
    const found = { lexical, vector: [], asked: { chunks: space.count, words } }
    if (!vector || space.dimensions === 0) return found
    const among = isFew || scores.chunks.size === 0 ? undefined : new Set(scores.chunks.best(rescored))
    return { ...found, vector: takeNearest(space, { vector, limit }, among ? (doc) => among.has(doc) : isWanted) }
  }

  return { search, forget: scorer.forget }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
