import { change, chat, id, notificationSignal, presence, sourceProgress, typing } from '@frontdesk/contracts'
import { z } from 'zod'
import { viewerOf } from '../agents/viewer.ts'
import { numberIn } from '../answer/last-event-id.ts'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import { mayUse } from '../keys/authenticate.ts'
import { followWhileAllowed } from '../keys/watch-key.ts'
import { streamRoute } from './route.ts'
import { streamError } from './stream-error.ts'

/** Names of events, with commas between them. */
const typesList = z
  .string()
  .max(1_000)
  .transform((text) => text.split(',').map((type) => type.trim()))
  .pipe(chat.streams.changeFollow.body.shape.types.unwrap())

const ready = z.object({ type: z.literal('ready'), number: z.number().int() }).meta({ id: 'ChangesReadyEvent' })

/** A change as it is told to who may not read sources: which source it was, without its title. */
const withoutTitle = <T extends object>(told: T): T =>
  'source' in told && told.source ? { ...told, source: { ...told.source, title: '' } } : told

/** Everything that changes, as it changes. */
export const eventRoutes = [
  streamRoute('GET /api/events/stream', {
    isEndless: true,
    access: 'conversations',
    tag: 'Conversations',
    name: 'streamChanges',
    summary: 'Stream all changes',
    description:
      'Server-sent events for every change of the tenant, numbered without gaps: `id` is the number. The first event is `ready`, with the number at which the stream starts. Send `Last-Event-ID` to continue where you stopped, on any gateway. `reset` means that changes in between were removed (they are stored for 7 days), so read your lists again. `conversation.changed` reports changes other than messages, including the contact. `conversation.erased` reports that erasure or retention removed a conversation (`conversationId` now returns 404). `contact.changed` (`contactId`, without contact data) reports that a contact was changed, merged or erased. `policy.changed` (`policyId`) reports that a policy was created, changed or deleted. `types` (event names, separated by commas) and `conversationId` limit what is sent; `ready` and `reset` are always sent. `presence` (where an agent is; at the start of the stream, where each agent is), `typing` (the customer is typing) and `source.progress` (how much of a source has been processed) have no `id`: they are not stored and not sent again. `notification` has no `id` either; only the agent of the session or of `x-agent-id` receives it, right after the change that it is about. In `knowledge.updated`, `title` is empty for callers without `knowledge:read`.',
    query: z.strictObject({ types: typesList.optional(), conversationId: id.optional() }),
    events: {
      ready,
      change,
      presence,
      typing,
      'source.progress': sourceProgress,
      notification: notificationSignal,
      error: streamError,
    },
    async *stream(input): AsyncGenerator<StreamEvent> {
      const { context, query, lastEventId } = input
      const after = numberIn(lastEventId)
      const asked = { ...query, ...(await viewerOf(input)), ...(after !== undefined && { after }) }
      const changes = followWhileAllowed(input, (signal) => context.open(chat.streams.changeFollow, asked, { signal }))
      const seesSources = mayUse(input.caller, 'knowledge', 'read')
      for await (const each of changes) {
        const data = seesSources ? each : withoutTitle(each)
        yield { event: each.type, ...('number' in each && { id: String(each.number) }), data }
      }
    },
  }),
]
