import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { apiClient, readEvents, type SentEvent } from './api-client.ts'

/** The origin of the site that embeds the widget. */
export const origin = 'https://shop.example.com'
const at = { origin }

export const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const now = () => Math.floor(Date.now() / 1_000)

/** A JWT as a site's server would sign it. */
export function userToken(secret: string, widgetId: string, claims: object = {}, header: object = {}): string {
  const payload = { aud: widgetId, sub: 'user-1', iat: now(), exp: now() + 3_600, ...claims }
  const said = `${base64({ alg: 'HS256', typ: 'JWT', ...header })}.${base64(payload)}`
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`
}

/** Begins the session of a visitor; `before` is the token that the browser had. */
export const begin = (baseUrl: () => string, widgetId: string, body: object = {}, before?: string, more: object = {}) =>
  apiClient(baseUrl, undefined).send('POST', `/api/widget/${widgetId}/session`, {
    body,
    headers: { ...at, ...(before && { authorization: `Bearer ${before}` }), ...more },
  })

/** The browser of a visitor: asks with the visitor's token alone, and what a proxy adds. */
export function visitorClient(baseUrl: () => string, token: string, byProxy: Record<string, string> = {}) {
  const client = apiClient(baseUrl, undefined)
  const headers = { ...at, authorization: `Bearer ${token}`, ...byProxy }
  type More = { headers?: Record<string, string>; signal?: AbortSignal }
  const request = (method: string, path: string, body?: unknown, more: More = {}) =>
    client.request(method, path, {
      ...(body !== undefined && { body }),
      headers: { ...headers, ...more.headers },
      ...(more.signal && { signal: more.signal }),
    })
  return {
    token,
    request,
    send: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      client.send(method, path, { ...(body !== undefined && { body }), headers: { ...headers, ...more } }),
    /** Sends a message and reads the answer to its end. */
    async say(
      message: string,
      { key = randomUUID() as string, ...rest }: { key?: string; [name: string]: unknown } = {},
    ) {
      const body = { message, clientId: 'c-1', ...rest }
      const response = await request('POST', '/api/widget/messages', body, { headers: { 'idempotency-key': key } })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      const events: SentEvent[] = isStream ? await Array.fromAsync(readEvents(response)) : []
      return {
        status: response.status,
        headers: response.headers,
        events,
        body: isStream ? null : ((await response.json()) as any),
      }
    },
    /** Follows what happens until `isEnough` of what came. */
    async follow(isEnough: (events: SentEvent[]) => boolean, lastEventId?: string): Promise<SentEvent[]> {
      const leave = new AbortController()
      const response = await request('GET', '/api/widget/events', undefined, {
        signal: leave.signal,
        ...(lastEventId && { headers: { 'last-event-id': lastEventId } }),
      })
      expect(response.status).toBe(200)
      const events: SentEvent[] = []
      for await (const event of readEvents(response)) {
        events.push(event)
        if (isEnough(events)) break
      }
      leave.abort()
      return events
    },
  }
}
export type VisitorClient = ReturnType<typeof visitorClient>
