import type { DatabaseSync } from 'node:sqlite'
import { idf, maxTokens, ranking } from '../ranking/constants.ts'
import type { AskedToken, Question } from '../ranking/read-question.ts'
import { BestScores } from './best-scores.ts'
import type { OpenSpace } from './open-space.ts'
import { type HeldToken, type IsWanted, scoreChunks } from './score-chunks.ts'
import { DocumentScores } from './score-documents.ts'
import { type FoundToken, type TokenPostings, tokenReader } from './token-postings.ts'

const { k1 } = ranking

type Token = { asked: AskedToken; found: FoundToken | undefined; weight: number; isGram: boolean }

/** What a question found: scores of chunks without their documents', and the scores of those. */
export type WordScores = {
  /** Of a chunk that can't be among the best the score may lack some tokens. */
  chunks: BestScores
  documents: DocumentScores
  /** What each token of the question weighs: its share of its idf. */
  weights: ReadonlyMap<string, number>
  /** The highest score that a chunk could have, without its document. */
  bound: number
  /** Chunks that hold each token that was looked up. */
  frequencies: ReadonlyMap<string, number>
}

/** Scores chunks and whole documents by the words of a question. The result is overwritten by the next call. */
export function wordScorer(database: DatabaseSync) {
  const tokens = tokenReader(database)
  const scores = new BestScores()
  const documents = new DocumentScores()

  /** The tokens that weigh most, by counts that may include what was just removed. */
  function heaviest(space: OpenSpace, asked: AskedToken[]): AskedToken[] {
    if (asked.length <= maxTokens) return asked
    const counts = tokens.countsOf(
      space,
      asked.map(({ token }) => token),
    )
    const weightOf = ({ token, share }: AskedToken) =>
      share * idf(Math.min(counts.get(token) ?? 0, space.count), space.count)
    return asked
      .map((each) => ({ each, weight: weightOf(each) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, maxTokens)
      .map(({ each }) => each)
  }

  function scoreDocuments(space: OpenSpace, weighted: Token[]): void {
    documents.reset(space)
    for (const { asked, found, isGram } of weighted) {
      if (!asked.isTelling) continue
      documents.add(space, found?.read() ?? noPostings, { share: asked.share, isGram })
    }
  }

  return {
    /** Forgets what it knows of segments: some may never have been written. */
    forget: () => tokens.forget(),

    score(space: OpenSpace, { tokens: askedTokens, words }: Question, limit: number, isWanted: IsWanted): WordScores {
      const asked = heaviest(space, askedTokens)
      const others = words.flatMap(({ token }) => token ?? [])
      const wanted = [...new Set([...asked.map(({ token }) => token), ...others])].slice(0, maxTokens * 2)
      const found = tokens.find(space, wanted)
      const weighted = asked.map((each): Token => {
        const own = found.get(each.token)
        const weight = each.share * idf(own?.frequency ?? 0, space.count)
        return { asked: each, found: own, weight, isGram: !each.token.startsWith('=') }
      })
      weighted.sort((a, b) => b.weight - a.weight)
      scoreDocuments(space, weighted)
      const held = weighted.flatMap(({ found, weight, isGram }): HeldToken[] =>
        found && found.frequency > 0 ? [{ found, weight, isGram }] : [],
      )
      scoreChunks(scores, { space, tokens: held, documents, limit, isWanted })
      return {
        chunks: scores,
        documents,
        weights: new Map(weighted.map(({ asked: { token }, weight }) => [token, weight])),
        bound: weighted.reduce((sum, { weight }) => sum + weight * (k1 + 1), 0),
        frequencies: new Map([...found].map(([token, { frequency }]) => [token, frequency])),
      }
    },
  }
}

const noPostings: TokenPostings = { docs: new Uint32Array(0), counts: new Uint32Array(0), from: 0, to: 0 }
