import { chat, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { findThread } from './find-thread.ts'
import type { OutboundDocument } from './outbound-document.ts'

/** When chat could not be asked. */
const againAfterMs = 30_000

/** Gives people a conversation whose customer can't see that the answer failed; once, however often it is asked. */
export async function handOver(messageId: string, conversationId: string, { ask }: ChannelsContext): Promise<void> {
  const reason = 'The answer failed, and the customer can not see that.'
  const body = { operationId: `failed ${messageId}`, conversationId, reason, actor: { kind: 'system' } } as const
  await ask(chat.queries.conversationHandOver, body)
}

/** Does so once it is known that the customer came by a channel. True when the next message may have its turn. */
export async function handOverLater(first: Stored<OutboundDocument>, context: ChannelsContext): Promise<boolean> {
  const { tenant, collections, commit, clock } = context
  const found = await findThread(first, context)
  const dueAt = found.kind === 'wait' ? found.untilMs : clock.now() + againAfterMs
  const stored = await commit(collections.outbound, first.id, (current) =>
    current?.revision === first.revision ? { body: { ...current.body, dueAt } } : undefined,
  )
  if (found.kind === 'wait' || stored?.body.dueAt !== dueAt) return false
  if (found.kind !== 'gone') {
    await handOver(first.id, first.body.conversationId, context).catch((error: unknown) => {
      // Erased meanwhile: nobody is left to be answered.
      if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    })
  }
  return collections.outbound.remove(tenant, first.id, stored.revision)
}
