import { type RetrievalContext, spaceOf } from './context.ts'
import { indexContents } from './index-contents.ts'
import { copiesOf, isBeingRemoved, retireRest } from './live-record.ts'

const sourcesARun = 20

/** Moves sources that were embedded by another model into the current generation, each in one flip. */
export async function renewEmbeddings(context: RetrievalContext): Promise<void> {
  const { collections } = context
  const { generation } = spaceOf(context)
  for (const where of [{ generation: { lt: generation } }, { generation: { gt: generation } }]) {
    for (const { tenant, id } of await collections.live.findAcrossTenants({ where, limit: sourcesARun })) {
      if (context.signal.aborted) return
      await renewSource(id, context.forTenant(tenant))
    }
  }
}

async function renewSource(sourceId: string, context: RetrievalContext): Promise<void> {
  const { tenant, collections, clock, commit } = context
  const { generation, dimensions } = spaceOf(context)
  const stored = await collections.live.get(tenant, sourceId)
  if (!stored || stored.body.indexing || stored.body.generation === null || stored.body.generation === generation)
    return
  const { version, contents } = stored.body
  const copies = copiesOf({ contents, generation, dimensions })
  if (isBeingRemoved(stored.body, copies)) return
  await indexContents(context, { sourceId, contents, done: 0 }, async () => {})
  await commit(collections.live, sourceId, (current) => {
    const record = current!.body
    const isSame = !record.deleted && record.version === version && record.generation !== generation
    const after = isSame ? { ...record, generation, dimensions } : record
    return { body: retireRest(record, after, clock.now(), copies) }
  })
}
