import type { Campaign } from '../campaign.ts'

const command = [process.execPath, 'scripts/bench.ts', 'memory']

export const campaign: Campaign = {
  proves: 'The memory of the embedded process is known: while it reads large files, and with 100,000 chunks.',
  needs: [],
  limitMinutes: 20,
  groups: () => [
    { name: 'large files', project: '', command, limitSeconds: 10 * 60, env: { BENCH_CHUNKS: '0' } },
    { name: 'many chunks', project: '', command, limitSeconds: 10 * 60, env: { BENCH_FILES: '' } },
  ],
}
