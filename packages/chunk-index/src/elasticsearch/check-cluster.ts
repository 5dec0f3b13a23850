import type { Client } from '@elastic/elasticsearch'
import { diskFull, reaching } from './reaching.ts'

const closedForWrites = 'index.blocks.read_only_allow_delete'
const timeout = { requestTimeout: 1_500, maxRetries: 0 }

/** Throws `unavailable` when the cluster doesn't answer, or has closed indices for writes since its disk is nearly full. */
export async function checkCluster(client: Client, prefix: string): Promise<void> {
  await reaching(() => client.cluster.health({ timeout: '1s' }, timeout))
  const settings = await reaching(() =>
    client.indices.getSettings(
      { index: `${prefix}-chunks-*`, name: closedForWrites, flat_settings: true, allow_no_indices: true },
      timeout,
    ),
  )
  const isClosed = Object.values(settings).some(
    ({ settings }) => String((settings as Record<string, unknown> | undefined)?.[closedForWrites]) === 'true',
  )
  if (isClosed) throw diskFull()
}
