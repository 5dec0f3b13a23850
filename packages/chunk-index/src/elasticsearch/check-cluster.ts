import { type Client, errors } from '@elastic/elasticsearch'
import { ServiceError } from '@frontdesk/contracts'
import { diskFull, reaching } from './reaching.ts'

const floodStage = 'index.blocks.read_only_allow_delete'
const blocks = [
  'index.blocks.read_only',
  'index.blocks.write',
  'cluster.blocks.read_only',
  'cluster.blocks.read_only_allow_delete',
]
const timeout = { requestTimeout: 1_500, maxRetries: 0 }

const isOn = (settings: object | undefined, name: string): boolean =>
  String((settings as Record<string, unknown> | undefined)?.[name]) === 'true'

/** Nothing for a user that may not ask. */
const clusterSettings = async (client: Client): Promise<(object | undefined)[]> => {
  try {
    const { persistent, transient } = await client.cluster.getSettings({ flat_settings: true }, timeout)
    return [persistent, transient]
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 403) return []
    throw error
  }
}

/**
 * Throws `unavailable` when the cluster doesn't answer, when one of our indices has a shard that nobody holds, and when it or
 * the cluster is closed for writes: by a disk that is nearly full, or by somebody. Writes nothing.
 */
export async function checkCluster(client: Client, prefix: string): Promise<void> {
  const index = `${prefix}-chunks-*`
  const { own, health, shared } = await reaching(async () => {
    const asked = { index, name: 'index.blocks.*', flat_settings: true, allow_no_indices: true }
    const own = Object.values(await client.indices.getSettings(asked, timeout))
    // Of none there is nothing to say. One that is being made is red for a moment.
    const ours = own.length > 0 ? ({ index, wait_for_status: 'yellow' } as const) : {}
    const [health, shared] = await Promise.all([
      client.cluster.health({ ...ours, timeout: '1s' }, timeout),
      clusterSettings(client),
    ])
    return { own, health: own.length > 0 ? health : undefined, shared }
  })
  if (health?.status.toLowerCase() === 'red') {
    throw new ServiceError('unavailable', { detail: 'A shard of the search index is missing (the cluster is red).' })
  }
  const settings = [...own.map(({ settings }) => settings), ...shared]
  if (settings.some((each) => isOn(each, floodStage))) throw diskFull()
  if (settings.some((each) => blocks.some((name) => isOn(each, name)))) {
    throw new ServiceError('unavailable', { storage: 'read_only' })
  }
}
