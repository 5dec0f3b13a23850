import { expect, it } from 'vitest'
import { readCorpora } from '../../../../test/bench/retrieval/data.ts'
import { measureFollowUps } from '../../../../test/bench/retrieval/follow-ups.ts'

const corpora = await readCorpora()
it.skipIf(!corpora)(
  'a question that stands alone is found as well as ever; a follow-up much better',
  async () => {
    for (const corpus of corpora!) {
      const { unrelated, related, followUps } = await measureFollowUps(corpus, corpus.language === 'sv' ? 24 : 12)
      expect(unrelated.questions).toBeGreaterThan(90)
      expect(unrelated.withHistory).toBeGreaterThanOrEqual(unrelated.alone)
      expect(related.withHistory).toBeGreaterThanOrEqual(related.alone)
      expect(followUps.withHistory / followUps.questions).toBeGreaterThan(followUps.alone / followUps.questions + 0.05)
    }
  },
  60_000,
)
