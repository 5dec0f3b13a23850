import { chat, type PartOf } from '@frontdesk/contracts'
import { z } from 'zod'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import type { GatewayContext } from '../context.ts'
import type { VisitorCaller } from '../keys/caller.ts'
import { followWhileAllowed } from '../keys/watch-key.ts'
import { enterStream } from '../visitors/enter-stream.ts'
import { verifiedFactor } from '../visitors/visitor-limits.ts'
import {
  showConversations,
  showMessage,
  visitorConversation,
  visitorIn,
  visitorMessage,
} from '../visitors/visitor-views.ts'
import { streamRoute } from './route.ts'
import { streamError } from './stream-error.ts'

/** Streams of one visitor and of one network at once. */
const maxStreams = 3
const maxOfNetwork = 20

const events = {
  ready: z.strictObject({ type: z.literal('ready') }).meta({ id: 'VisitorReadyEvent' }),
  reset: z.strictObject({ type: z.literal('reset') }).meta({ id: 'VisitorResetEvent' }),
  message: z
    .strictObject({ type: z.literal('message'), conversationId: z.string(), message: visitorMessage })
    .meta({ id: 'VisitorMessageEvent' }),
  conversation: z
    .strictObject({ type: z.literal('conversation'), conversation: visitorConversation })
    .meta({ id: 'VisitorConversationEvent' }),
  typing: z
    .strictObject({
      type: z.literal('typing'),
      conversationId: z.string(),
      by: z.literal('agent'),
      name: z.string().optional(),
      active: z.boolean().describe('false: they stopped'),
    })
    .meta({ id: 'VisitorTypingEvent' }),
  error: streamError,
}

const ownerOf = ({ id }: VisitorCaller) => `events of ${id}`

/** The number in an id of these events, which is sealed: it says how much goes on in the tenant. */
function numberIn(lastEventId: string, visitor: VisitorCaller, { state }: GatewayContext): number | undefined {
  if (lastEventId === '') return undefined
  try {
    return Number(state.vault.open(lastEventId, ownerOf(visitor)))
  } catch {
    // Of another visitor, or of before the user signed in: read everything again.
    return -1
  }
}

type Part = PartOf<typeof chat.streams.visitorFollow>

async function* eventsOf(part: Part, visitor: VisitorCaller, context: GatewayContext): AsyncGenerator<StreamEvent> {
  const { state, tenant, collections } = context
  const idOf = (number: number) => ({ id: state.vault.seal(String(number), ownerOf(visitor)) })
  switch (part.type) {
    case 'ready':
    case 'reset':
      return yield { event: part.type, ...idOf(part.number), data: { type: part.type } }
    case 'typing': {
      const { conversationId, agentId, active } = part
      const agent = await collections.agents.get(tenant, agentId)
      const name = agent && { name: agent.body.name }
      const data = { type: 'typing', conversationId, by: 'agent', ...name, active }
      return yield { event: 'typing', data }
    }
    case 'conversation': {
      const message = part.message && showMessage(part.message, visitor)
      const conversationId = part.conversation.id
      // Without an id: whoever comes back after it and before the conversation is told both again.
      if (message) yield { event: 'message', data: { type: 'message', conversationId, message } }
      const [conversation] = await showConversations([part.conversation], context)
      return yield { event: 'conversation', ...idOf(part.number), data: { type: 'conversation', conversation } }
    }
    default:
      // The chat service may be newer than this gateway, and tell more: only the types must know every part.
      part satisfies never
  }
}

/** What happens in a visitor's conversations, as it happens. */
export const widgetEventRoutes = [
  streamRoute('GET /api/widget/events', {
    isEndless: true,
    access: 'visitor',
    tag: 'Visitors',
    name: 'streamVisitorEvents',
    summary: 'Stream what happens in the visitor’s conversations',
    description:
      'Server-sent events: `ready` first; then `message` for each message, followed by its `conversation`; `conversation` also for other changes; `typing` when a person starts or stops writing a reply. Send `Last-Event-ID` to continue where you stopped, within 7 days; a message can then be sent twice. `reset`: read your lists again. A second stream with the same token ends the first; a visitor can have three streams, a network 20.',
    events,
    async *stream(input): AsyncGenerator<StreamEvent> {
      const { context, caller, lastEventId } = input
      const visitor = visitorIn(caller)
      const known = numberIn(lastEventId, visitor, context)
      const { id, sessionId, network, verified } = visitor
      const groups = [
        { of: ownerOf(visitor), atMost: maxStreams },
        {
          of: `events ${context.tenant} ${network} ${verified}`,
          atMost: maxOfNetwork * (verified ? verifiedFactor : 1),
        },
      ]
      const { replaced, leave } = enterStream(`${id} ${sessionId}`, groups, context)
      const asked = { visitorId: visitor.id, ...(known !== undefined && known >= 0 && { after: known }) }
      try {
        const parts = followWhileAllowed(
          input,
          (signal) => context.open(chat.streams.visitorFollow, asked, { signal }),
          [replaced],
        )
        for await (const part of parts) {
          const isUnknown = known === -1 && part.type === 'ready'
          yield* eventsOf(isUnknown ? { ...part, type: 'reset' } : part, visitor, context)
        }
      } finally {
        leave()
      }
    },
  }),
]
