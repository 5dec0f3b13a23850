import {
  id,
  listenerBody,
  listenerPart,
  type PartOf,
  shownEvents,
  shownListener,
  storedEvents,
  webhookDispatcher,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { numberIn } from '../answer/last-event-id.ts'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import { heldBy } from '../keys/authenticate.ts'
import { followWhileAllowed } from '../keys/watch-key.ts'
import { jsonRoute, streamRoute } from './route.ts'
import { streamError } from './stream-error.ts'

const common = { access: 'settings', onlyReads: false, tag: 'Events out' } as const
const params = z.object({ listenerId: id })
const [ready, delivery] = listenerPart.options

/** Whole deliveries of their pieces. */
async function* joined(
  pieces: AsyncIterable<PartOf<typeof webhookDispatcher.streams.listenerFollow>>,
): AsyncGenerator<z.output<typeof listenerPart>> {
  let before = ''
  for await (const piece of pieces) {
    if (piece.type === 'ready') yield piece
    else {
      const { more, ...delivery } = piece
      const body = before + delivery.body
      if (!more) yield { ...delivery, body }
      before = more ? body : ''
    }
  }
}

/** Webhooks without an address, for who develops a subscriber: `frontdesk listen`. */
export const webhookListenerRoutes = [
  jsonRoute('POST /api/webhook-listeners', {
    ...common,
    name: 'createWebhookListener',
    summary: 'Create a listener',
    description:
      'For development: streams the events that a webhook endpoint would get, so that you need no public address. A listener is deleted one minute after its stream was last read. The reply shows the `secret` of its signatures. The scopes of the key decide which events it gets, as for a webhook endpoint.',
    body: listenerBody,
    status: 201,
    reply: shownListener,
    showsSecret: true,
    async handle({ context, caller, body, operationId }) {
      const asked = { ...body, events: storedEvents(body.events), operationId, scopes: heldBy(caller) }
      const listener = await context.ask(webhookDispatcher.queries.listenerCreate, asked)
      return { ...listener, events: shownEvents(listener.events) }
    },
  }),
  streamRoute('GET /api/webhook-listeners/:listenerId/stream', {
    isEndless: true,
    ...common,
    name: 'streamWebhookListener',
    summary: 'Stream the events of a listener',
    description:
      'Numbered server-sent events: first `ready`, after which no event is missed; then a `delivery` per event, with the headers and raw body that an endpoint would get, signed when it is sent. Send `Last-Event-ID` to continue where you stopped, on any gateway. The key needs the scopes of the listener’s events.',
    params,
    events: {
      ready: ready.meta({ id: 'ListenerReadyEvent' }),
      delivery: delivery.meta({ id: 'ListenerDeliveryEvent' }),
      error: streamError,
    },
    async *stream(input): AsyncGenerator<StreamEvent> {
      const { context, params, caller, lastEventId } = input
      const after = numberIn(lastEventId)
      const asked = { ...params, scopes: heldBy(caller), ...(after !== undefined && { after }) }
      const pieces = followWhileAllowed(input, (signal) =>
        context.open(webhookDispatcher.streams.listenerFollow, asked, { signal }),
      )
      for await (const part of joined(pieces)) yield { event: part.type, id: String(part.number), data: part }
    },
  }),
  jsonRoute('DELETE /api/webhook-listeners/:listenerId', {
    ...common,
    name: 'deleteWebhookListener',
    summary: 'Delete a listener',
    params,
    handle: ({ context, caller, params }) =>
      context.ask(webhookDispatcher.queries.listenerDelete, { ...params, scopes: heldBy(caller) }),
  }),
]
