import type { Campaign } from '../campaign.ts'

const names = 'contacts import-export inbox inbox-lists'.split(' ')

export const campaign: Campaign = {
  proves:
    'The benchmarks of what many records cost run to their end, on one process and on servers, with their figures in one table.',
  needs: ['engines'],
  limitMinutes: 20,
  groups: () => [
    {
      name: 'whole',
      project: '',
      command: [process.execPath, 'scripts/bench.ts', ...names],
      limitSeconds: 20 * 60,
      // Against MongoDB itself set it to 100,000: servers in its place read all of them for each list.
      env: { BENCH_MONGODB_CONVERSATIONS: process.env.BENCH_MONGODB_CONVERSATIONS ?? '200' },
    },
  ],
}
