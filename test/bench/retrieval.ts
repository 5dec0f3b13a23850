import { benchAnswerability } from './retrieval/answerability.ts'
import { readCorpora } from './retrieval/data.ts'
import { benchFollowUps } from './retrieval/follow-ups.ts'
import { benchRanking } from './retrieval/ranking.ts'

/**
 * How well questions find their passages, and how well confidence tells what can be answered, on real questions. With
 * `--fit` the coefficients of services/chat are fitted anew and written.
 */
export async function bench(options = { shouldFit: false }): Promise<void> {
  const corpora = await readCorpora()
  if (!corpora) return
  if (!options.shouldFit) {
    await benchRanking(corpora)
    await benchFollowUps(corpora)
  }
  await benchAnswerability(corpora, options)
}

if (import.meta.main) await bench({ shouldFit: process.argv.includes('--fit') })
