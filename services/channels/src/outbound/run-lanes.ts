import { ascending, cursorAcrossTenants, type Sort, type Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import type { OutboundDocument } from './outbound-document.ts'
import { isDue, step } from './send-message.ts'

/** Sends what a conversation has waiting, soon, unless this process is at it already. Safe to call at any time. */
export function runLane(conversationId: string, channelId: string | undefined, context: ChannelsContext): void {
  const lane = `${context.tenant}/${conversationId}`
  // What waits for its thread has no channel yet, and does nothing that takes long.
  const slot = context.state.slots.take(lane, `${context.tenant}/${channelId ?? ''}`)
  if (slot) context.detach('send', (lasting) => slot(() => step(conversationId, lasting)))
}

const byDueTime: Sort = ascending('dueAt')
const page = 200
/** Messages that one sweep looks at. Many may wait behind one that is not due, so the next sweep goes on after them. */
const pagesOfASweep = 5

/** Sends what waits for a time that only a clock which was set back since has shown. */
async function resumeAfterSetBack(context: ChannelsContext): Promise<void> {
  const { collections, clock, state, signal } = context
  const runIfDue = ({ tenant, body }: Stored<OutboundDocument>) => {
    if (isDue(body, clock.now())) runLane(body.conversationId, body.channelId, context.forTenant(tenant, body.cause))
  }
  await state.ahead.look(collections.outbound, clock.now(), runIfDue, signal)
}

/**
 * Finds what is due: put off after a failure, left by a process that died, or beyond what one process takes. True when it found
 * something.
 */
export async function resumeLanes(context: ChannelsContext): Promise<boolean> {
  const { collections, clock, state } = context
  await resumeAfterSetBack(context)
  let found = 0
  for (let pages = 0; pages < pagesOfASweep; pages++) {
    const due = await collections.outbound.findAcrossTenants({
      where: { dueAt: { lte: clock.now() } },
      sort: byDueTime,
      limit: page,
      ...(state.sweptUntil && { cursor: state.sweptUntil }),
    })
    for (const { tenant, body } of due)
      runLane(body.conversationId, body.channelId, context.forTenant(tenant, body.cause))
    found += due.length
    state.sweptUntil = due.length < page ? undefined : cursorAcrossTenants(due.at(-1)!, byDueTime)
    if (state.sweptUntil === undefined) break
  }
  return found > 0
}
