import {
  id,
  listener,
  listenerCreate,
  listenerDelete,
  listenerFollow,
  listenerInput,
  listenerPart,
  type PartOf,
  ServiceError,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'
import type { StreamEvent } from '../server-sent-events.ts'
import { watchKey } from '../watch-key.ts'

const common = { access: 'settings', tag: 'Events out' } as const
const params = z.object({ listenerId: id })
const [ready, delivery] = listenerPart.options

function numberIn(lastEventId: string): number | undefined {
  if (lastEventId === '') return undefined
  const parsed = listenerFollow.body.shape.after.safeParse(Number(lastEventId))
  if (parsed.success) return parsed.data
  const errors = [{ path: 'Last-Event-ID', message: 'Must be the id of an event of this stream.' }]
  throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

/** Whole deliveries of their pieces. */
async function* joined(
  pieces: AsyncIterable<PartOf<typeof listenerFollow>>,
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
  route({
    ...common,
    method: 'POST',
    url: '/api/webhook-listeners',
    summary: 'Begin to listen',
    description:
      'For development: what a webhook endpoint would get is read as a stream, so that no address is needed. A listener ends a minute after its stream is not read any more. The reply shows the `secret` that signs.',
    body: listenerInput,
    status: 201,
    reply: listener,
    showsSecret: true,
    handle: ({ context, body, operationId }) => context.ask(listenerCreate, { ...body, operationId }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/webhook-listeners/:listenerId/stream',
    summary: 'Read what a listener is sent',
    description:
      'Server-sent events, numbered: `ready`, from when on no event is missed, then a `delivery` for each with the headers and the raw body that an endpoint would get, signed as it is sent. Send `Last-Event-ID` to go on where you stopped, on any gateway.',
    params,
    status: 200,
    events: { ready, delivery },
    async *stream({ context, params, caller, authenticator, lastEventId, clientSignal }): AsyncGenerator<StreamEvent> {
      const after = numberIn(lastEventId)
      const key = watchKey(caller, authenticator)
      try {
        const signal = AbortSignal.any([clientSignal(), key.ended])
        const pieces = context.open(listenerFollow, { ...params, ...(after !== undefined && { after }) }, { signal })
        for await (const part of joined(pieces)) yield { event: part.type, id: String(part.number), data: part }
        key.ended.throwIfAborted()
        throw new ServiceError('stream_broken')
      } finally {
        key.stop()
      }
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/webhook-listeners/:listenerId',
    summary: 'Listen no more',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(listenerDelete, params)
    },
  }),
]
