import { ApiError, errorOf } from './api-error.ts'
import { readEvents, type ServerEvent } from './read-events.ts'
import { toJson } from './to-json.ts'
import type { Config, Message, Part, Session } from './wire.ts'

/** How long a request may take before its reply starts. */
const limitMs = 30_000

const pageSize = 100

/** What a visitor posts. */
export type Post = {
  message: string
  conversationId?: string
  clientId: string
  attachments?: string[]
  page?: { url: string; title: string }
}

/** An answer that has started: its ids, and the parts after the start. */
export type StartedAnswer = {
  conversationId: string
  messageId: string
  parts: AsyncGenerator<{ id: string; part: Part }>
}

export type MessagePage = { items: Message[]; nextCursor: string | null }

type Init = RequestInit & { token?: string | undefined }

/** Requests to the visitor routes of one gateway. They throw `ApiError`, and nothing else. */
export function makeVisitorApi(base: string) {
  async function send(path: string, { token, ...init }: Init = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    init.signal?.addEventListener('abort', () => limit.abort())
    try {
      const reply = await fetch(`${base}/api/widget/${path}`, {
        ...init,
        headers,
        signal: limit.signal,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      if (reply.ok) return reply
      throw await errorOf(reply)
    } catch (cause) {
      throw cause instanceof ApiError ? cause : new ApiError(0, 'unreachable', { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  const json = async <T>(path: string, init?: Init): Promise<T> => {
    const reply = await send(path, init)
    try {
      const text = await reply.text()
      return (text ? JSON.parse(text) : undefined) as T
    } catch (cause) {
      // The connection broke, or the page goes, within the reply.
      throw new ApiError(0, 'broken', { cause })
    }
  }
  const post = <T>(token: string | undefined, path: string, body: object = {}, headers: Record<string, string> = {}) =>
    json<T>(path, { method: 'POST', token, body: toJson(body), headers })

  async function* partsOf(events: AsyncGenerator<ServerEvent>): StartedAnswer['parts'] {
    for await (const { id, data } of events) {
      yield { id, part: data as Part }
      if (!['start', 'delta'].includes(data.type)) return
    }
    throw new ApiError(0, 'broken')
  }

  return {
    send,
    json,
    /** Posts JSON. */
    postTo: post,
    readConfig: (widget: string, language: string) =>
      json<Config>(`${widget}/config?lang=${encodeURIComponent(language)}`),
    openSession: (widget: string, token: string | undefined, body: object) =>
      post<Session>(token, `${widget}/session`, body),
    /**
     * The messages after the one with this sequence; of a conversation that is not known yet (0) the newest, and where those
     * before them are.
     */
    async listMessages(token: string, conversationId: string, after: number): Promise<MessagePage> {
      const found: Message[] = []
      let page: MessagePage
      do {
        const last = Math.max(after, ...found.map(({ sequence }) => sequence))
        const path = `conversations/${conversationId}/messages?limit=${pageSize}${last > 0 ? `&after=${last}` : ''}`
        page = await json<MessagePage>(path, { token })
        found.push(...page.items)
      } while (after > 0 && page.items.length === pageSize)
      return { items: found, nextCursor: page.nextCursor }
    },
    /** Posts a message. Resolves when the platform has committed it. A retry with the same key replays the first one's reply. */
    async post(token: string, idempotencyKey: string, body: Post): Promise<StartedAnswer> {
      const headers = { 'idempotency-key': idempotencyKey, accept: 'text/event-stream' }
      const events = readEvents(await send('messages', { method: 'POST', token, headers, body: toJson(body) }))
      const first = await events.next()
      if (first.done) throw new ApiError(0, 'broken')
      const part = first.value.data as Part
      if (part.type === 'error') throw new ApiError(503, part.code)
      if (part.type !== 'start') throw new ApiError(502, 'unexpected')
      return { conversationId: part.conversationId, messageId: part.messageId, parts: partsOf(events) }
    },
    /** Reads an answer again, after the event `lastId`. */
    async resume(token: string, messageId: string, lastId: string): Promise<StartedAnswer['parts']> {
      const headers: Record<string, string> = { accept: 'text/event-stream' }
      if (lastId) headers['last-event-id'] = lastId
      return partsOf(readEvents(await send(`messages/${messageId}/stream`, { token, headers })))
    },
  }
}

export type VisitorApi = ReturnType<typeof makeVisitorApi>
