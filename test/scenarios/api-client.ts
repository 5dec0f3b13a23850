import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { holdToDocument } from './hold-to-document.ts'

/** One server-sent event as it came. */
export type SentEvent = { event: string; id: string; data: any }

export type Reply = { status: number; headers: Headers; body: any }

type Send = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

/**
 * Reads an event stream, event by event, and holds each to the platform's OpenAPI document. Comments are left out. Leaving the
 * loop goes away from the server.
 */
export async function* readEvents(response: Response): AsyncGenerator<SentEvent> {
  const hold = await holdToDocument(new URL(response.url).origin)
  let waiting = ''
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    waiting += text
    for (let end = waiting.indexOf('\n\n'); end >= 0; end = waiting.indexOf('\n\n')) {
      const block = waiting.slice(0, end)
      waiting = waiting.slice(end + 2)
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':')
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart())
      }
      if (!fields.has('event')) continue
      const event = { event: fields.get('event')!, id: fields.get('id') ?? '', data: JSON.parse(fields.get('data')!) }
      hold({ path: response.url }, response, [event])
      yield event
    }
  }
}

/**
 * A client of the HTTP API as one of our users would write it: nothing in it knows how the platform is built. `baseUrl`
 * is asked for each request, where a load balancer would choose. Every reply that is read here is held to the platform's
 * OpenAPI document.
 */
export function apiClient(baseUrl: string | (() => string), apiKey: string | undefined) {
  const address = typeof baseUrl === 'string' ? () => baseUrl : baseUrl
  const ask = (at: string, method: string, path: string, { body, headers, signal }: Send = {}) =>
    fetch(`${at}${path}`, {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && {
        body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body),
      }),
      headers: {
        ...(apiKey && { 'x-api-key': apiKey }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
    })

  const request = (method: string, path: string, options: Send = {}) => ask(address(), method, path, options)

  async function send(method: string, path: string, options: Send = {}): Promise<Reply> {
    const at = address()
    const response = await ask(at, method, path, options)
    const text = await response.text()
    const hold = await holdToDocument(at)
    hold({ method, path }, response, text)
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  async function untilProcessed(sourceId: string): Promise<any> {
    return vi.waitFor(
      async () => {
        const { body } = await send('GET', `/api/knowledge/sources/${sourceId}`)
        expect(body.status).not.toBe('Processing')
        return body
      },
      { timeout: 40_000, interval: 50 },
    )
  }

  async function untilReady(sourceId: string): Promise<any> {
    const source = await untilProcessed(sourceId)
    expect(source, JSON.stringify(source.error)).toMatchObject({ status: 'Ready' })
    return source
  }

  return {
    request,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, headers ? { headers } : {}),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      send('POST', path, { body, ...(headers && { headers }) }),
    delete: (path: string) => send('DELETE', path),

    /** Uploads bytes under a file name; the reply, whatever it is. */
    upload: (name: string, bytes: Uint8Array | string, headers?: Record<string, string>) => {
      const form = new FormData()
      form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
      return send('POST', '/api/knowledge/sources', { body: form, ...(headers && { headers }) })
    },

    /** Adds a text and waits until it answers. Resolves with the source. */
    async teach(title: string, text: string): Promise<any> {
      const added = await send('POST', '/api/knowledge/sources', { body: { type: 'manual', title, text } })
      expect(added, JSON.stringify(added.body)).toMatchObject({ status: 202 })
      return untilReady(added.body.id)
    },

    untilProcessed,
    untilReady,

    /** Every chunk of a source that answers. */
    async chunks(sourceId: string): Promise<{ index: number; text: string; start: number; end: number }[]> {
      const all = []
      let cursor: string | null = ''
      do {
        const page: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
        const { body } = await send('GET', `/api/knowledge/sources/${sourceId}/chunks?limit=100${page}`)
        all.push(...body.items)
        cursor = body.nextCursor
      } while (cursor)
      return all
    },

    async ask(
      message: string,
      options: { conversationId?: string; contact?: object; headers?: Record<string, string> } = {},
    ): Promise<any> {
      const { headers, ...rest } = options
      const reply = await send('POST', '/api/chat/message', { body: { message, ...rest }, ...(headers && { headers }) })
      expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
      return reply.body
    },

    /** Asks over the event stream, to its end. */
    async askStream(message: string, headers?: Record<string, string>): Promise<SentEvent[]> {
      const response = await request('POST', '/api/chat/stream', { body: { message }, ...(headers && { headers }) })
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
      return Array.fromAsync(readEvents(response))
    },
  }
}
export type ApiClient = ReturnType<typeof apiClient>

/** The text that the deltas of a stream make. */
export const textOf = (events: SentEvent[]): string =>
  events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.text)
    .join('')

const documents = join(
  process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'data/documents',
)

/** True where the real documents are; a test that needs them is skipped with this reason where they are not. */
export const hasDocuments = existsSync(documents)
export const noDocuments = `needs the real documents: set FRONTDESK_SHARED (looked in ${documents})`

/** A real document: its name and bytes. */
export async function realDocument(name: string): Promise<{ name: string; bytes: Uint8Array }> {
  return { name: basename(name), bytes: new Uint8Array(await readFile(join(documents, name))) }
}
