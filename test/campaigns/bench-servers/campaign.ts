import type { Campaign } from '../campaign.ts'

const names = ['deliveries', 'distributed']

export const campaign: Campaign = {
  proves:
    'The benchmarks of deliveries and of the services on servers run to their end, with their figures in one table.',
  needs: ['engines'],
  limitMinutes: 20,
  groups: () => [
    { name: 'whole', project: '', command: [process.execPath, 'scripts/bench.ts', ...names], limitSeconds: 20 * 60 },
  ],
}
