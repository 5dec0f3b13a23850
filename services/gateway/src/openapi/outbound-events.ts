import { outboundEvents, outboundEventType, timestamp } from '@frontdesk/contracts'
import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { Tag } from './tags.ts'

type EventType = z.output<typeof outboundEventType>

/** `conversation.created` → `ConversationCreated`. */
const pascal = (type: string): string => type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())

const outboundEvent = (type: EventType) =>
  z
    .object({
      id: z.string(),
      type: z.literal(type),
      createdAt: timestamp,
      tenant: z.string(),
      key: z.string().describe('Id of the conversation, contact, source, job or endpoint that the event is about'),
      sequence: z.number().int().describe('Counts the events of a key, without gaps'),
      test: z.literal(true).optional().describe('Only in examples that `POST …/test` sends'),
      data: outboundEvents[type].body,
    })
    .meta({ id: `${pascal(type)}Event` })

/** What proves where a delivery comes from: docs/verify-webhooks.md. */
const outboundHeaders = z.object({
  'x-webhook-signature': z
    .string()
    .regex(/^t=\d+(?:,v1=[0-9a-f]{64})+$/)
    .describe(
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the UTF-8 bytes of the secret as it was shown; a `v1` for each valid secret. Compare in constant time, and refuse a `t` more than five minutes away.',
    )
    .meta({ example: `t=1770000000,v1=${'5257a869e7ec9d13'.repeat(4)}` }),
  'webhook-id': z.string().describe('The `id` of the event; the same in repeated deliveries'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('Time of this attempt, in seconds since 1970'),
  'webhook-signature': z
    .string()
    .regex(/^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$/)
    .describe(
      'The same signature in the format of Standard Webhooks: base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that follow `whsec_` in base64',
    ),
  'x-request-id': z
    .string()
    .describe('The `x-request-id` of the request that caused the event, however late it is delivered'),
  traceparent: z.string().describe('W3C Trace Context of that request'),
  'user-agent': z.string().regex(/^Frontdesk\//),
})

/** What subscribers have to know beside the body. */
const outboundPromises =
  'Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.'

/** Every outbound event, as `webhooks` of the document. */
export const outboundWebhooks = () =>
  Object.fromEntries(
    outboundEventType.options.map((type) => [
      type,
      {
        post: {
          operationId: `on${pascal(type)}`,
          summary: `Sent to webhook endpoints that receive \`${type}\``,
          description: outboundPromises,
          tags: ['Webhook events' satisfies Tag],
          // Whoever receives it verifies the signature; no key of ours is sent.
          security: [],
          // Clients don't call these, and openapi-generator's Python client can't be imported when it makes methods of them.
          'x-internal': true,
          requestParams: { header: outboundHeaders },
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${pascal(type)}Event` } } },
          },
          responses: { '2XX': { description: 'Accepted' }, '410': { description: 'Disable this endpoint' } },
        } satisfies ZodOpenApiOperationObject,
      },
    ]),
  )

/** The bodies of all of them, for the one place of the document where they are said to be ours. */
export const outboundBodies = () => z.union(outboundEventType.options.map(outboundEvent))
