import type { Group } from '../../../scripts/gate/watch-group.ts'
import type { Campaign } from '../campaign.ts'

const command = [process.execPath, 'scripts/bench.ts', 'memory']

const part = (name: string, env: Record<string, string>): Group => ({
  ...{ name, project: '', command, limitSeconds: 10 * 60, env },
})

export const campaign: Campaign = {
  proves: 'The memory of the embedded process is known: while it reads large files, and with 100,000 chunks.',
  needs: [],
  limitMinutes: 20,
  groups: () => [part('large files', { BENCH_CHUNKS: '0' }), part('many chunks', { BENCH_FILES: '' })],
}
