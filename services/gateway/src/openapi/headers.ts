import { kindOf } from '../changes/record-changes.ts'
import type { Route } from '../routes/route.ts'

const agentTags = new Set<string>(['Analytics', 'Conversations', 'Settings'])

/**
 * Whether a request may say in `x-agent-id` who makes it: where changes are recorded with who made them, and where what is
 * shown depends on it.
 */
export const namesAgent = (route: Route): boolean =>
  route.kind !== 'entry' &&
  !['admin-token', 'session', 'visitor', 'widget'].includes(route.access) &&
  (kindOf(route) !== undefined || route.tag === 'Conversations' || (route.method !== 'GET' && agentTags.has(route.tag)))

const text = (description: string, maxLength: number, example: string) =>
  ({ description, schema: { type: 'string', maxLength }, example }) as const

/** Headers of replies, by their names in `components.headers`. */
export const responseHeaders = {
  RequestId: {
    description: 'Id of this request in the logs: your own if you sent one, otherwise a generated one.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128 },
    example: 'req_0f9c1f2e6d5b4a3980716253443526ab',
  },
  Traceparent: {
    description: 'W3C Trace Context of this request: of your trace if you sent a `traceparent`, otherwise a new one.',
    required: true,
    schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$' },
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
  RateLimit: {
    description: 'Remaining requests in the window (`r`), and the seconds until it ends (`t`).',
    schema: { type: 'string', pattern: '^"[a-z]+";r=\\d+;t=\\d+$' },
    example: '"default";r=597;t=42',
  },
  RateLimitPolicy: {
    description: 'Requests allowed per key and window (`q`), and the length of the window in seconds (`w`).',
    schema: { type: 'string', pattern: '^"[a-z]+";q=\\d+;w=\\d+$' },
    example: '"default";q=600;w=60',
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', format: 'int32', minimum: 0 },
    example: 1,
  },
  WwwAuthenticate: text('How to authenticate.', 100, 'Bearer'),
  IdempotencyReplayed: {
    description: '`true`: the stored reply to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Location: text('Where the browser is redirected.', 8_192, '/console/inbox'),
  SetCookie: text(
    'The session cookie, or its removal.',
    4_096,
    '__Host-fd_session=…; Path=/; HttpOnly; Secure; SameSite=Lax',
  ),
  ETag: text('The version of this content, for `If-None-Match`.', 128, '"0f9c1f2e6d5b4a39"'),
  CacheControl: text('Who may cache this reply, and for how long.', 128, 'public, max-age=60'),
  ContentDisposition: text('The suggested file name.', 1_024, 'attachment; filename="knowledge.zip"'),
} as const

const reference = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` })

/** References to headers, by the names that they have in replies. */
export const headerReferences = {
  'x-request-id': reference('RequestId'),
  traceparent: reference('Traceparent'),
  RateLimit: reference('RateLimit'),
  'RateLimit-Policy': reference('RateLimitPolicy'),
  'Retry-After': reference('RetryAfter'),
  'WWW-Authenticate': reference('WwwAuthenticate'),
  'Idempotency-Replayed': reference('IdempotencyReplayed'),
  'Content-Disposition': reference('ContentDisposition'),
  ETag: reference('ETag'),
  'Cache-Control': reference('CacheControl'),
  Location: reference('Location'),
  'Set-Cookie': reference('SetCookie'),
} as const
