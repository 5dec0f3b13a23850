import { assertNever } from '@frontdesk/contracts'
import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { bodySchemaOf, neededScopes, onlyReads, querySchemaOf, type Route } from '../routes/route.ts'
import { headerReferences, namesAgent } from './headers.ts'
import type { Refusals } from './refusals.ts'
import { requestExamples } from './request-examples.ts'

const file = z.string().meta({ override: { type: 'string', format: 'binary' } })

function headersOf(route: Route): Record<string, unknown> {
  const { 'x-request-id': requestId, traceparent, RateLimit, 'RateLimit-Policy': policy } = headerReferences
  return {
    'x-request-id': requestId,
    traceparent,
    ...(route.access !== 'provider' && route.access !== 'public' && { RateLimit, 'RateLimit-Policy': policy }),
    ...(hasIdempotencyKey(route) && { 'Idempotency-Replayed': headerReferences['Idempotency-Replayed'] }),
    ...(route.kind === 'entry' && { 'Set-Cookie': headerReferences['Set-Cookie'] }),
    ...(revalidates(route) && { ETag: headerReferences.ETag, 'Cache-Control': headerReferences['Cache-Control'] }),
    ...(route.status === 302 && { Location: headerReferences.Location }),
    ...(route.kind === 'download' && { 'Content-Disposition': headerReferences['Content-Disposition'] }),
  }
}

/** The types that success may have, with what they hold. */
function contentOf(route: Route): Record<string, object> | undefined {
  const content = typesOf(route)
  return Object.keys(content).length > 0 ? content : undefined
}

function typesOf(route: Route): Record<string, object> {
  const json = 'reply' in route && route.reply && { 'application/json': { schema: route.reply } }
  const all = (types: string[] = [], schema: z.ZodType) => Object.fromEntries(types.map((type) => [type, { schema }]))
  switch (route.kind) {
    case 'json':
    case 'upload':
      return { ...json, ...all(route.otherTypes, route.otherShape ?? z.string()) }
    case 'stream':
      return { ...json, 'text/event-stream': { schema: z.union(Object.values(route.events)) } }
    case 'entry':
    case 'widget':
      return { ...json }
    case 'download':
      return { ...json, ...all(route.downloads, file) }
    case 'provider':
      return all(route.otherTypes, z.string())
    default:
      return assertNever(route)
  }
}

function responsesOf(route: Route, refusals: Refusals): ZodOpenApiResponsesObject {
  const content = contentOf(route)
  const success = { headers: headersOf(route), ...(content && { content }) } as { headers: {} }
  const isStream = route.kind === 'stream' && !route.reply
  const description =
    route.status === 202
      ? 'Accepted, under way'
      : isStream
        ? 'The stream'
        : content
          ? 'Done'
          : 'Done; the reply has no content'
  const responses: ZodOpenApiResponsesObject = { [`${route.status}`]: { description, ...success } }
  if ('otherStatus' in route && route.otherStatus) {
    const { status, when, reply } = route.otherStatus
    const other = reply ? { headers: success.headers, content: { 'application/json': { schema: reply } } } : success
    responses[`${status}` as '200'] = { description: when, ...other }
  }
  if (revalidates(route))
    responses['304'] = { description: 'The content is still the version in `If-None-Match`', headers: success.headers }
  return { ...responses, ...refusals.of(route) }
}

function requestBodyOf(route: Route): ZodOpenApiOperationObject['requestBody'] {
  // Any type is taken, byte for byte; this is the one that says no more than that.
  if (route.kind === 'provider')
    return route.method === 'POST'
      ? { required: true, content: { 'application/octet-stream': { schema: file } } }
      : undefined
  const body = bodySchemaOf(route)
  const upload = route.kind === 'upload' ? route.upload : undefined
  if (!body && !upload) return undefined
  const form = upload?.fields.extend({
    [upload.field]: upload.maxFiles === 1 ? file : z.array(file).min(1).max(upload.maxFiles),
  })
  const { json: jsonExample, form: formExample } = requestExamples[route.name] ?? {}
  return {
    required: !body?.safeParse(undefined).success,
    content: {
      ...(body && { 'application/json': { schema: body, ...(jsonExample !== undefined && { example: jsonExample }) } }),
      ...(form && { 'multipart/form-data': { schema: form, ...(formExample && { example: formExample }) } }),
    },
  }
}

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
  .optional()
  .describe(
    'A repeated request with the same key and body gets the stored reply for 24 hours and is not executed again',
  )
const lastEventId = z
  .string()
  .max(64)
  .optional()
  .describe('The `id` of the last event that you received; the stream continues after it')

const agentId = z.string().max(128).optional().describe('The agent who does this; if absent, the API key is recorded')

const revalidates = (route: Route): boolean => route.kind === 'widget' && route.revalidates === true

const hasIdempotencyKey = ({ method, access, kind }: Route): boolean =>
  method === 'POST' && access !== 'provider' && kind !== 'entry' && kind !== 'widget'

/** What a route asks of its caller, as a sentence and as the document has it. */
function needOf(route: Route): { need: string; security: Partial<ZodOpenApiOperationObject> } {
  const { access } = route
  if (access === 'admin-token') return { need: 'Needs the admin token.', security: { security: [{ adminToken: [] }] } }
  if (access === 'provider')
    return { need: 'Needs no key: the provider’s signature is verified.', security: { security: [] } }
  if (access === 'public') return { need: 'Needs no key and no session.', security: { security: [] } }
  if (access === 'widget')
    return { need: 'Needs no key: it is for pages of the widget’s origins.', security: { security: [] } }
  if (access === 'visitor') return { need: 'Needs the token of a visitor.', security: { security: [{ visitor: [] }] } }
  if (access === 'session') return { need: 'Needs a session.', security: { security: [{ session: [] }] } }
  const scopes = neededScopes(route)
  const [scope, ...also] = scopes
  const includes = onlyReads(route) ? `, which \`${access}\` includes` : ''
  const beside = also.map((each) => ` It also needs \`${each}\`.`).join('')
  return {
    need: `Needs the scope \`${scope}\`${includes}.${beside}`,
    security: { security: [{ apiKey: scopes }, { bearer: scopes }, { session: scopes }], 'x-scope': scope! },
  }
}

/** A route as the document shows it. */
export function operationOf(route: Route, refusals: Refusals): ZodOpenApiOperationObject {
  const { kind, method, name, params, summary, description, tag } = route
  const query = querySchemaOf(route)
  const headers = {
    ...(hasIdempotencyKey(route) && {
      'Idempotency-Key': 'requiresIdempotencyKey' in route ? idempotencyKey.unwrap() : idempotencyKey,
    }),
    ...(namesAgent(route) && { 'x-agent-id': agentId }),
    ...(kind === 'stream' && method === 'GET' && { 'Last-Event-ID': lastEventId }),
  }
  const body = requestBodyOf(route)
  const { need, security } = needOf(route)
  return {
    operationId: name,
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
    responses: responsesOf(route, refusals),
  }
}
