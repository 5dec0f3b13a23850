import type { RetrievalContext } from '../context.ts'
import { endTrialsOf } from '../trials/trial-store.ts'
import { emptyRecord } from './live-record-document.ts'
import { retireUnneeded } from './retire-copies.ts'

/**
 * Writes the tombstone of a source's life: from here on nothing of the source is found, and whatever comes late of that
 * life revives nothing. A later life, brought by an import, goes on.
 */
export async function deleteSource(
  { sourceId, life }: { sourceId: string; life: number },
  context: RetrievalContext,
): Promise<void> {
  const { collections, clock, commit } = context
  await commit(collections.live, sourceId, (stored) => {
    const record = stored?.body ?? emptyRecord
    const known = record.life ?? 1
    if (known > life || (record.deleted && known === life)) return undefined
    const tombstone = { ...emptyRecord, version: record.version, removing: record.removing, deleted: true, life }
    return { body: retireUnneeded(record, tombstone, clock.now()) }
  })
  await endTrialsOf(sourceId, context)
}
