import type { Corpus } from '../retrieval/data.ts'
import { measureRanking } from '../retrieval/ranking.ts'
import { type Figure, figureOf } from './report.ts'

const aims = {
  documents: { sv: 0.915, en: 0.978 },
  passages: { sv: 0.855, en: 0.92 },
} as const

/** How well the passages of the shared data are ranked, on the half of the articles that no constant was chosen on. */
export async function rankingFigures(corpora: Corpus[]): Promise<Figure[]> {
  const measured = await measureRanking(corpora)
  return measured
    .filter(({ half }) => half === 'report')
    .map(({ language, set, quality }) => {
      const name = `nDCG@10, ${language}, ${set === 'documents' ? set : 'passages of two sentences'}`
      const least = aims[set][language as 'sv' | 'en']
      return figureOf(
        name,
        quality.questions,
        quality.ndcg,
        { least },
        'the other half: 2 constants; the rest on other data',
      )
    })
}
