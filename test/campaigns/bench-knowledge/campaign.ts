import type { Campaign } from '../campaign.ts'

const names = 'background-work extract-formats extract-pdf knn-recall retrieval search-latency'.split(' ')

export const campaign: Campaign = {
  proves: 'The benchmarks of documents and of search run to their end, and their figures stand in one table.',
  needs: [],
  limitMinutes: 20,
  groups: () => [
    {
      name: 'whole',
      project: '',
      command: [process.execPath, 'scripts/bench.ts', ...names],
      limitSeconds: 20 * 60,
      env: { BENCH_CHUNKS: '3000,10000' },
    },
  ],
}
