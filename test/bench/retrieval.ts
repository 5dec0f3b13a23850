import { readCorpora } from './retrieval/data.ts'
import { benchFollowUps } from './retrieval/follow-ups.ts'
import { benchRanking } from './retrieval/ranking.ts'

/** How well questions find their passages, on real questions. How right answers are: test/bench/answers.ts. */
export async function bench(): Promise<void> {
  const corpora = await readCorpora()
  if (!corpora) return
  await benchRanking(corpora)
  await benchFollowUps(corpora)
}

if (import.meta.main) await bench()
