import type { RetrievalContext } from './context.ts'
import { emptyRecord, retireRest } from './live-record.ts'

/**
 * Writes the tombstone of a source's life: from here on nothing of the source is found, and whatever comes late of that
 * life revives nothing. A later life, brought by an import, goes on.
 */
export async function forgetSource(
  { sourceId, life }: { sourceId: string; life: number },
  context: RetrievalContext,
): Promise<void> {
  const { collections, clock, commit } = context
  await commit(collections.live, sourceId, (stored) => {
    const record = stored?.body ?? emptyRecord
    const known = record.life ?? 1
    if (known > life || (record.deleted && known === life)) return undefined
    const tombstone = { ...emptyRecord, version: record.version, removing: record.removing, deleted: true, life }
    return { body: retireRest(record, tombstone, clock.now()) }
  })
}

/** The source has another title from now on; what is live stays live. */
export async function describeSource(sourceId: string, title: string, context: RetrievalContext): Promise<void> {
  await context.commit(context.collections.live, sourceId, (stored) =>
    stored && !stored.body.deleted && stored.body.title !== title ? { body: { ...stored.body, title } } : undefined,
  )
}
