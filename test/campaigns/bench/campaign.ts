import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves: 'Every benchmark runs to its end, on little data and then on all of it, and its figures stand in one table.',
  needs: [],
  limitMinutes: 85,
  groups: () => [
    tests('quick', 'outside', 20, ['test/outside/quick-benchmarks.test.ts']),
    { name: 'whole', project: '', command: [process.execPath, 'scripts/bench.ts'], limitSeconds: 65 * 60 },
  ],
}
