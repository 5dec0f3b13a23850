import type { Campaign } from '../campaign.ts'

const names = 'contacts deliveries distributed import-export inbox inbox-lists'.split(' ')

export const campaign: Campaign = {
  proves:
    'The benchmarks of what many records and deliveries cost, on one process and on servers, run to their end, and their figures stand in one table.',
  needs: [],
  limitMinutes: 20,
  groups: () => [
    { name: 'whole', project: '', command: [process.execPath, 'scripts/bench.ts', ...names], limitSeconds: 20 * 60 },
  ],
}
