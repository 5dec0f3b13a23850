import { ascending } from '@frontdesk/documents'
import type { RetrievalContext } from '../context.ts'
import type { Copy } from './live-record-document.ts'
import { graceMs } from './retire-copies.ts'

/** Sources looked after in one run; the next run takes the others. */
const maxSourcesPerRun = 100

/**
 * Removes from the index what no live version needs, when its grace is over; true when there was some. A crash on the way is
 * made good by the next run.
 */
export async function removeRetired(context: RetrievalContext): Promise<boolean> {
  const { collections, clock } = context
  const due = await collections.live.findAcrossTenants({
    where: { removeAfter: { lte: clock.now() } },
    sort: ascending('removeAfter'),
    limit: maxSourcesPerRun,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return true
    await removeCopies(id, context.forTenant(tenant))
  }
  return due.length > 0
}

async function removeCopies(sourceId: string, context: RetrievalContext): Promise<void> {
  const { tenant, chunkIndex, collections, clock, commit } = context
  // Said before it is done: whoever wants to put one of these again waits until it is over.
  const claimed = await commit(collections.live, sourceId, (stored) => {
    if (!stored || stored.body.removeAfter === null || stored.body.removeAfter > clock.now()) return undefined
    const { retired, removing } = stored.body
    // Should this process die here, another run takes the removal up after the grace.
    const removeAfter = clock.now() + graceMs
    return { body: { ...stored.body, retired: [], removing: [...removing, ...retired], removeAfter } }
  })
  const removing = claimed?.body.removing ?? []
  for (const copies of bySpace(removing)) {
    const { generation, dimensions } = copies[0]!
    await chunkIndex.removeContents(
      { tenant, generation, dimensions },
      copies.map(({ contentId }) => contentId),
    )
  }
  await commit(collections.live, sourceId, (stored) => {
    if (!stored || stored.body.removing.length === 0) return undefined
    const { retired, removeAfter } = stored.body
    return { body: { ...stored.body, removing: [], removeAfter: retired.length > 0 ? removeAfter : null } }
  })
}

const bySpace = (copies: Copy[]): Copy[][] =>
  Object.values(Object.groupBy(copies, ({ generation, dimensions }) => `${generation}\n${dimensions}`)).map(
    (group) => group!,
  )
