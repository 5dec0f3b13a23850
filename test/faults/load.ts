import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomNumbers } from '@frontdesk/properties'
import { expect } from 'vitest'
import type { History } from './check-history.ts'

const random = randomNumbers()

/** A reply that takes longer than this is given up, and the request made again. */
const replyLimitMs = 30_000
/** A client that insists gives up after this. */
const patienceMs = 90_000
/** An error that comes for so long while everything is there is what became of the question. */
const lastingErrorMs = 3_000

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type Reply = { status: number; body: any; headers: Headers }

/** A far side that takes webhooks and writes down in which order they came. */
export async function openSubscriber(): Promise<{ url: string; events: History['events']; close(): void }> {
  const events: History['events'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      const { id, key, sequence, type } = JSON.parse(body)
      events.push({ id, key, sequence, type })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, events, close: () => server.close() }
}

/** A client of a platform that may die at any moment. `address` is asked for each request. */
export function carefulClient(address: () => string, apiKey: string) {
  async function call(method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
    const isForm = body instanceof FormData
    const reply = await fetch(`${address()}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(replyLimitMs),
    })
    const text = await reply.text()
    return { status: reply.status, body: text ? JSON.parse(text) : undefined, headers: reply.headers }
  }

  /**
   * Asks until a reply comes that is not to be tried again, over every death of the platform: what a careful client does
   * with an Idempotency-Key. `interrupted` is an end: the answer had begun. So is an error that does not go away after
   * everything is back since `wholeSince` (milliseconds since 1970).
   */
  async function insist(
    method: string,
    path: string,
    body: () => unknown,
    key: string,
    wholeSince?: () => number | undefined,
  ): Promise<Reply> {
    const deadline = Date.now() + patienceMs
    while (true) {
      const askedAt = Date.now()
      const reply = await call(method, path, body(), key).catch(() => undefined)
      const isFinal =
        reply &&
        reply.status !== 409 &&
        reply.status !== 429 &&
        (reply.status < 500 ||
          reply.body?.code === 'interrupted' ||
          askedAt - (wholeSince?.() ?? Number.POSITIVE_INFINITY) > lastingErrorMs)
      if (isFinal) return reply
      if (Date.now() > deadline) throw new Error(`${path} ${key}: no reply, last ${JSON.stringify(reply)}`)
      await wait(50)
    }
  }

  async function listAll(path: string): Promise<any[]> {
    const items: any[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { status, body } = await call('GET', query)
      expect(status, JSON.stringify(body)).toBe(200)
      items.push(...body.items)
      cursor = body.nextCursor
    }
    return items
  }

  return { call, insist, listAll }
}
export type CarefulClient = ReturnType<typeof carefulClient>

const topics = ['kettle', 'lamp', 'bicycle', 'sofa', 'heater', 'camera', 'printer', 'tent']

function documentOf(key: string): FormData {
  const topic = topics[key.length % topics.length]!
  const paragraph = `The ${topic} with the code ${key} has a warranty of ${(key.length % 5) + 2} years. Returns of the ${topic} ${key} take 14 days.`
  const form = new FormData()
  form.set(
    'file',
    new File([`# Guide ${key}\n\n`, ...Array.from({ length: 40 }, () => `${paragraph}\n\n`)], `${key}.md`),
  )
  return form
}

/** Uploads and questions of a test, and what their clients saw. */
export function startLoad(
  { insist, listAll }: CarefulClient,
  events: History['events'],
  wholeSince?: () => number | undefined,
) {
  const uploads: History['uploads'] = []
  const questions: History['questions'] = []

  async function upload(seen: History['uploads'][number]) {
    const { status, body } = await insist('POST', '/api/knowledge/sources', () => documentOf(seen.key), seen.key)
    expect(status, JSON.stringify(body)).toBe(202)
    seen.sourceIds.push(body.id)
  }

  async function ask(seen: History['questions'][number], about: string) {
    const message = `How long is the warranty of ${about}?`
    const { status, body } = await insist('POST', '/api/chat/message', () => ({ message }), seen.key, wholeSince)
    if (wholeSince && status >= 500) seen.failedWith = body.code
    else {
      expect(status, JSON.stringify(body)).toBe(200)
      seen.replies.push(body)
    }
  }

  return {
    uploads,
    questions,

    /** Sends so many of each within `overMs`; resolves when each has its reply. */
    async round(number: number, { each, overMs }: { each: number; overMs: number }): Promise<void> {
      await Promise.all(
        Array.from({ length: each }, async (_, i) => {
          const seenUpload = { key: `doc-${number}-${i}`, sourceIds: [] }
          const seenQuestion: History['questions'][number] = { key: `question-${number}-${i}`, replies: [] }
          uploads.push(seenUpload)
          questions.push(seenQuestion)
          await Promise.all([
            wait(random() * overMs).then(() => upload(seenUpload)),
            wait(random() * overMs).then(() => ask(seenQuestion, `doc-${Math.max(0, number - 1)}-${i}`)),
          ])
        }),
      )
    },

    /** Asks some again with their keys, for nothing may change; waits until all work has ended; tells what there is. */
    async end(): Promise<History> {
      for (const seen of uploads.slice(0, 10)) await upload(seen)
      const processing = async () =>
        (await listAll('/api/knowledge/sources')).filter(({ status }) => status === 'Processing').length
      await expect.poll(processing, { timeout: 60_000, interval: 250 }).toBe(0)

      const found = await listAll('/api/conversations')
      const read = async (path: string) =>
        (await listAll(path)).map((message) => ({ ...message, author: message.author.kind }))
      const conversations: History['conversations'] = await Promise.all(
        found.map(async ({ id }) => ({ id, messages: await read(`/api/conversations/${id}/messages`) })),
      )
      const answered = conversations.filter(({ messages }) => messages.every(({ outcome }) => outcome !== 'failed'))
      const told = () => new Set(events.filter(({ type }) => type === 'message.sent').map(({ key }) => key))
      await expect.poll(() => answered.every(({ id }) => told().has(id)), { timeout: 60_000 }).toBe(true)
      return {
        uploads,
        questions,
        events,
        sources: await listAll('/api/knowledge/sources'),
        conversations,
      }
    },

    /** One line of numbers. */
    count: () =>
      `${uploads.length} uploads, ${questions.length} questions (${questions.filter(({ failedWith }) => failedWith).length} ended as errors), ${events.length} deliveries of ` +
      `${new Set(events.map(({ id }) => id)).size} events`,
  }
}
