import type { Campaign } from '../campaign.ts'

const command = [process.execPath, 'scripts/bench.ts', 'background-work', 'chat-message']

export const campaign: Campaign = {
  proves:
    'A chunk costs about as much processor time among 100,000 as among 3,000, the platform is quiet soon after, and questions are answered.',
  needs: [],
  limitMinutes: 20,
  groups: () => [{ name: 'large', project: '', command, limitSeconds: 20 * 60, env: { BENCH_CHUNKS: '3000,100000' } }],
}
