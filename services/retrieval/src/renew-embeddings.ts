import { ServiceError } from '@frontdesk/contracts'
import { type RetrievalContext, spaceOf } from './context.ts'
import { indexContents } from './index-contents.ts'
import { keepLease } from './keep-lease.ts'
import { copiesOf, isBeingRemoved, retireRest } from './live-record.ts'

const sourcesARun = 20

/**
 * Moves sources that were embedded by another model into the current generation, each in one flip: until then it answers
 * from the old one. A crash goes on from the last checkpoint, and two processes share the work.
 */
export async function renewEmbeddings(context: RetrievalContext): Promise<void> {
  const { collections, log } = context
  const { generation } = spaceOf(context)
  for (const where of [{ generation: { lt: generation } }, { generation: { gt: generation } }]) {
    for (const { tenant, id } of await collections.live.findAcrossTenants({ where, limit: sourcesARun })) {
      if (context.signal.aborted) return
      try {
        await renewSource(id, context.forTenant(tenant))
      } catch (error) {
        if (context.signal.aborted) return
        // One source that can't be embedded does not hold up the others; the next pass tries it again.
        log.warn({ tenant, sourceId: id, err: error }, 'a source could not be embedded again yet')
      }
    }
  }
}

async function renewSource(sourceId: string, context: RetrievalContext): Promise<void> {
  const { collections, clock, config, commit, log, signal } = context
  const { generation, dimensions } = spaceOf(context)
  let done = 0
  let isOurs = false
  const claimed = await commit(collections.live, sourceId, (stored) => {
    isOurs = false
    const record = stored?.body
    if (!record || record.indexing || record.generation === null || record.generation === generation) return undefined
    if (isBeingRemoved(record, copiesOf({ ...record, generation, dimensions }))) return undefined
    const { renewal } = record
    const isSame = renewal?.generation === generation && renewal.version === record.version
    if (isSame && renewal.until > clock.now()) return undefined
    isOurs = true
    done = isSame ? renewal.done : 0
    const begun = {
      generation,
      dimensions,
      version: record.version,
      done,
      until: clock.now() + config.EMBEDDING_LEASE_MS,
    }
    return { body: retireRest(record, { ...record, renewal: begun }, clock.now()) }
  })
  if (!isOurs) return
  const { version, contents } = claimed!.body

  const hold = (change: { done?: number }, until = clock.now() + config.EMBEDDING_LEASE_MS) =>
    commit(collections.live, sourceId, (stored) => {
      const { renewal } = stored!.body
      if (renewal?.generation !== generation || renewal.version !== version) return undefined
      return { body: { ...stored!.body, renewal: { ...renewal, ...change, until } } }
    })
  const letGo = keepLease(() => hold({}), context)
  try {
    await indexContents(context, { sourceId, contents, done }, async (sofar) => {
      const after = await hold({ done: sofar })
      if (after?.body.renewal?.version !== version) throw new ServiceError('version_conflict')
    })
  } catch (error) {
    // On a stop, and after a failure: whoever comes next may go on at once.
    if (signal.aborted) await hold({}, clock.now())
    throw error
  } finally {
    letGo()
  }
  await commit(collections.live, sourceId, (current) => {
    const { renewal: _, ...record } = current!.body
    const isSame = !record.deleted && record.version === version && record.generation !== generation
    const after = isSame ? { ...record, generation, dimensions } : record
    return { body: retireRest(current!.body, after, clock.now(), copiesOf({ contents, generation, dimensions })) }
  })
  log.info({ sourceId, version, generation }, 'a source was embedded again')
}
