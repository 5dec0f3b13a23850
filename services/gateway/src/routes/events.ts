import { change, changeFollow, ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'
import type { StreamEvent } from '../server-sent-events.ts'
import { watchKey } from '../watch-key.ts'

function numberIn(lastEventId: string): number | undefined {
  if (lastEventId === '') return undefined
  const parsed = changeFollow.body.shape.after.safeParse(Number(lastEventId))
  if (parsed.success) return parsed.data
  const errors = [{ path: 'Last-Event-ID', message: 'Must be the id of an event of this stream.' }]
  throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

const ready = z.object({ type: z.literal('ready'), number: z.number().int() })

/** Everything that changes, as it changes. */
export const eventRoutes = [
  route({
    method: 'GET',
    url: '/api/events/stream',
    access: 'conversations',
    tag: 'Conversations',
    summary: 'Follow all changes',
    description:
      'Server-sent events of every change of the tenant, numbered without a gap: the `id` is the number. First comes `ready` with the number from which on it reads; send `Last-Event-ID` to go on where you stopped, on any gateway. `reset` says that changes in between are gone (they are kept for 7 days), so read the lists again. `conversation.changed` comes for all of a conversation that is no message, its contact too; `conversation.erased` when an erasure or retention removed it (`conversationId`: it answers 404 from now on); `contact.changed` (`contactId`, none of its words) when a contact was changed, merged or erased.',
    status: 200,
    events: { ready, change },
    async *stream({ context, caller, authenticator, lastEventId, clientSignal }): AsyncGenerator<StreamEvent> {
      const after = numberIn(lastEventId)
      const key = watchKey(caller, authenticator)
      try {
        const signal = AbortSignal.any([clientSignal(), key.ended])
        const changes = context.open(changeFollow, after === undefined ? {} : { after }, { signal })
        for await (const each of changes) yield { event: each.type, id: String(each.number), data: each }
        key.ended.throwIfAborted()
        throw new ServiceError('stream_broken')
      } finally {
        key.stop()
      }
    },
  }),
]
