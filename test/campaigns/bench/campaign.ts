import { type Campaign, tests } from '../campaign.ts'

/** All but those of knowledge, answers and many records, which have campaigns of their own. */
export const names =
  'bus chat-beside-inbox chat-message http install-size mail memory pii policies question-cost robots sign-in sqlite start-up'.split(
    ' ',
  )

export const campaign: Campaign = {
  proves:
    'Every benchmark runs to its end on little data, and those of requests, messages and texts on all of it, with their figures in one table.',
  needs: [],
  limitMinutes: 20,
  groups: () => [
    tests('quick', 'outside', 6, ['test/outside/quick-benchmarks.test.ts']),
    { name: 'whole', project: '', command: [process.execPath, 'scripts/bench.ts', ...names], limitSeconds: 14 * 60 },
  ],
}
