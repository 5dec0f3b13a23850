import { type Campaign, tests } from '../campaign.ts'

/** All but those of knowledge, answers, many records and 100,000 chunks, which have campaigns of their own. */
const names =
  'bus chat-beside-inbox http install-size mail pii policies question-cost robots sign-in sqlite start-up'.split(' ')

export const campaign: Campaign = {
  proves:
    'Every benchmark runs to its end on little data, and those of requests and texts on all of it, with their figures in one table.',
  needs: [],
  limitMinutes: 20,
  groups: () => [
    tests('quick', 'outside', 6, ['test/outside/quick-benchmarks.test.ts']),
    { name: 'whole', project: '', command: [process.execPath, 'scripts/bench.ts', ...names], limitSeconds: 14 * 60 },
  ],
}
