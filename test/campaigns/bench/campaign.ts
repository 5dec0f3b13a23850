import { type Campaign, tests } from '../campaign.ts'

/** All but those of knowledge and answers, which have campaigns of their own. */
export const names =
  'bus chat-beside-inbox chat-message contacts deliveries distributed http import-export inbox inbox-lists install-size mail memory pii policies question-cost robots sign-in sqlite start-up'.split(
    ' ',
  )

export const campaign: Campaign = {
  proves:
    'Every benchmark runs to its end on little data, and those of requests, messages, deliveries and stores on all of it, with their figures in one table.',
  needs: [],
  limitMinutes: 20,
  groups: () => [
    tests('quick', 'outside', 6, ['test/outside/quick-benchmarks.test.ts']),
    { name: 'whole', project: '', command: [process.execPath, 'scripts/bench.ts', ...names], limitSeconds: 18 * 60 },
  ],
}
