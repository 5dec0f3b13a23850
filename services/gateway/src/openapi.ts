import {
  conversation,
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  type ErrorCode,
  type Event,
  errorCodes,
  job,
  knowledgeUpdated,
  message,
  messageReceived,
  messageSent,
  outboundEventType,
  policy,
  source,
  sourceVersion,
  timestamp,
  webhookEndpoint,
} from '@frontdesk/contracts'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { problem, problemType } from './problem.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'

/** What any route may refuse with; 413, 415 and 422 only where something is sent. */
const refusalsOf = (route: Route): ErrorCode[] => {
  const codes: ErrorCode[] = ['rate_limited', 'internal', 'unavailable', 'overloaded']
  if (route.access !== 'provider') codes.push('unauthenticated', 'forbidden')
  codes.push('deadline_exceeded', ...(route.refusals ?? []))
  if (route.url.includes(':') && route.access !== 'provider') codes.push('not_found')
  if (route.query || route.body) codes.push('invalid_request')
  if (route.body) codes.push('malformed_request', 'payload_too_large', 'unsupported_media_type')
  if (route.method === 'POST' && route.access !== 'provider') codes.push('idempotency_key_reused', 'request_in_flight')
  return [...new Set(codes)]
}

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {}
  const texts = (route.otherTypes ?? []).map((type) => [type, { schema: z.string() }])
  const files = (route.downloads ?? []).map((type) => [type, { schema: file }])
  const events = route.events && { 'text/event-stream': { schema: z.union(Object.values(route.events)) } }
  const json = route.reply && { 'application/json': { schema: route.reply }, ...Object.fromEntries(texts), ...events }
  const content = route.downloads ? { ...json, ...Object.fromEntries(files) } : json
  const success =
    events && !content
      ? { description: 'The stream', content: events }
      : { description: content ? 'Done' : 'Done, nothing to say', ...(content && { content }) }
  responses[`${route.status}` as '200'] =
    route.status === 202 ? { ...success, description: 'Accepted, under way' } : success
  if (route.otherStatus) {
    const { status, when } = route.otherStatus
    responses[`${status}` as '200'] = { description: when, ...(content && { content }) }
  }
  const byStatus = Map.groupBy(refusalsOf(route), (code) => errorCodes[code].status)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[`${status}` as '400'] = {
      description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('\n\n'),
      content: { [problemType]: { schema: problem } },
    }
  }
  return responses
}

const file = z.string().meta({ override: { type: 'string', format: 'binary' } })

function requestBodyOf({ body, method, take, upload }: Route): ZodOpenApiOperationObject['requestBody'] {
  if (take && method === 'POST') return { required: true, content: { '*/*': { schema: file } } }
  if (!body && !upload) return undefined
  const form = upload?.fields.extend({
    [upload.field]: upload.maxFiles === 1 ? file : z.array(file).max(upload.maxFiles),
  })
  return {
    required: !body?.safeParse(undefined).success,
    content: {
      ...(body && { 'application/json': { schema: body } }),
      ...(form && { 'multipart/form-data': { schema: form } }),
    },
  }
}

const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .describe('The same key and body gets the same reply for 24 hours, and does nothing twice')

/** What a route asks of its caller, as a sentence and as the document has it. */
function needOf({ access }: Route): { need: string; security: Partial<ZodOpenApiOperationObject> } {
  if (access === 'admin-token') return { need: 'Needs the admin token.', security: { security: [{ adminToken: [] }] } }
  if (access === 'provider')
    return { need: 'Needs no key: the provider’s signature is verified.', security: { security: [] } }
  return {
    need: `Needs the scope \`${access}\`.`,
    security: { security: [{ apiKey: [access] }, { bearer: [access] }], 'x-scope': access },
  }
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { access, events, method, params, query, summary, description, tag } = route
  const headers = {
    ...(method === 'POST' && access !== 'provider' && { 'Idempotency-Key': idempotencyKey }),
    ...(events && method === 'GET' && { 'Last-Event-ID': z.string().optional() }),
  }
  const body = requestBodyOf(route)
  const { need, security } = needOf(route)
  return {
    operationId: operationIdOf(route),
    summary,
    description: [description, need].filter(Boolean).join('\n\n'),
    tags: [tag],
    ...security,
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(Object.keys(headers).length > 0 && { header: z.object(headers) }),
    },
    ...(body && { requestBody: body }),
    responses: responsesOf(route),
  }
}

/** `POST /api/knowledge/sources/:sourceId/retry` → `postKnowledgeSourcesSourceIdRetry`. */
const operationIdOf = ({ method, url }: Route): string =>
  method.toLowerCase() +
  url
    .replace(/^\/api/, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const pathOf = (url: string): string => url.replace(/:([A-Za-z]+)/g, '{$1}')

/** What each outbound event's `data` holds. */
const outboundData: Record<z.output<typeof outboundEventType>, Event> = {
  'conversation.created': conversationCreated,
  'conversation.resolved': conversationResolved,
  'conversation.escalated': conversationEscalated,
  'message.received': messageReceived,
  'message.sent': messageSent,
  'knowledge.updated': knowledgeUpdated,
}

const outboundEvent = (type: z.output<typeof outboundEventType>) =>
  z.object({
    id: z.string(),
    type: z.literal(type),
    createdAt: timestamp,
    tenant: z.string(),
    key: z.string().describe('The id of the conversation or source that it is about'),
    sequence: z.number().int().describe('Gapless per key'),
    data: outboundData[type].body,
  })

/** What proves where a delivery comes from: docs/verify-webhooks.md. */
const outboundHeaders = z.object({
  'x-webhook-signature': z
    .string()
    .regex(/^t=\d+(?:,v1=[0-9a-f]{64})+$/)
    .describe(
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the UTF-8 bytes of the secret as it was shown; a `v1` for each live secret. Compare in constant time, and refuse a `t` more than five minutes away.',
    )
    .meta({ example: `t=1770000000,v1=${'5257a869e7ec9d13'.repeat(4)}` }),
  'webhook-id': z.string().describe('The `id` of the event, also when it is delivered again'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('Seconds since 1970, of this attempt'),
  'webhook-signature': z
    .string()
    .regex(/^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$/)
    .describe(
      'The same in the form of Standard Webhooks: base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes whose base64 stands behind `whsec_`',
    ),
  'user-agent': z.string().regex(/^Frontdesk\//),
})

/** What subscribers have to know beside the body. */
const outboundPromises =
  'Signed in two headers, either of which proves where it comes from. Deliveries are at least once, in order for a `key`: act once for each `id`. Any 2xx within ten seconds is success; 410 disables the endpoint; anything else is tried again, ten times over three days, no sooner than `Retry-After` says. Redirects are not followed. Of somebody who was erased while their event waited, `data` is `{ "erased": true }`.'

const webhooks = () =>
  Object.fromEntries(
    outboundEventType.options.map((type) => [
      type,
      {
        post: {
          summary: `Sent to webhook endpoints that want \`${type}\``,
          description: outboundPromises,
          tags: ['Events out'],
          requestParams: { header: outboundHeaders },
          requestBody: { required: true, content: { 'application/json': { schema: outboundEvent(type) } } },
          responses: { '2XX': { description: 'Taken' }, '410': { description: 'Send nothing any more' } },
        } satisfies ZodOpenApiOperationObject,
      },
    ]),
  )

/** The OpenAPI 3.1 document of every route and every outbound event, made from the schemas that check them. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = (paths[pathOf(route.url)] ??= {})
    path[route.method.toLowerCase() as 'get'] = operationOf(route)
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Frontdesk',
      version: '1.0.0',
      description: 'Customer support with an AI agent: knowledge in, cited answers out, people when it matters.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    webhooks: webhooks(),
    components: {
      schemas: {
        Source: source,
        SourceVersion: sourceVersion,
        Policy: policy,
        Conversation: conversation,
        Message: message,
        Job: job,
        WebhookEndpoint: webhookEndpoint,
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The setting ADMIN_TOKEN' },
      },
    },
  })
}
