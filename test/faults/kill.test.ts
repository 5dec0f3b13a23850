import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type History, violationsIn } from './check-history.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

/** A short form runs with every test; `FAULT_ROUNDS=100` for a long one. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 8)
const uploadsPerRound = 6
const questionsPerRound = 6
const roundLimitMs = 30_000

let dataDir: string
let port: number
let platform: PlatformProcess
const events: History['events'] = []
const subscriber = createServer((request, response) => {
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

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-'))
  port = await freePort()
  platform = await startProcess({ dataDir, port })
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  subscriber.close()
  await rm(dataDir, { recursive: true, force: true })
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function call(
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<{ status: number; body: any }> {
  const isForm = body instanceof FormData
  const reply = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(roundLimitMs),
  })
  const text = await reply.text()
  return { status: reply.status, body: text ? JSON.parse(text) : undefined }
}

/** Asks until a reply comes, over every death of the platform: what a careful client does with an Idempotency-Key. */
async function insist(
  method: string,
  path: string,
  body: () => unknown,
  key: string,
): Promise<{ status: number; body: any }> {
  const deadline = Date.now() + roundLimitMs * 3
  while (true) {
    const reply = await call(method, path, body(), key).catch(() => undefined)
    const isFinal =
      reply &&
      reply.status !== 409 &&
      reply.status !== 429 &&
      (reply.status < 500 || reply.body?.code === 'interrupted')
    if (isFinal) return reply
    if (Date.now() > deadline) throw new Error(`${path} ${key}: no reply, last ${JSON.stringify(reply)}`)
    await wait(30)
  }
}

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

async function listAll(path: string): Promise<any[]> {
  const items: any[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: any = (await call('GET', `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)).body
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

it(
  'SIGKILL at random moments loses nothing, does nothing twice and leaves nothing open',
  async () => {
    const { port: hookPort } = subscriber.address() as { port: number }
    const endpoint = await call('POST', '/api/webhook-endpoints', { url: `http://127.0.0.1:${hookPort}/` })
    expect(endpoint.status).toBe(201)

    const uploads: History['uploads'] = []
    const questions: History['questions'] = []
    const killsAfterMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const work = [
        ...Array.from({ length: uploadsPerRound }, async (_, i) => {
          const key = `doc-${round}-${i}`
          const upload = { key, sourceIds: [] as string[] }
          uploads.push(upload)
          await wait(Math.random() * 400)
          const { status, body } = await insist('POST', '/api/knowledge/sources', () => documentOf(key), key)
          expect(status, JSON.stringify(body)).toBe(202)
          upload.sourceIds.push(body.id)
        }),
        ...Array.from({ length: questionsPerRound }, async (_, i) => {
          const key = `question-${round}-${i}`
          const question: History['questions'][number] = { key, replies: [] }
          questions.push(question)
          await wait(Math.random() * 400)
          const message = `How long is the warranty of doc-${Math.max(0, round - 1)}-${i}?`
          const { status, body } = await insist('POST', '/api/chat/message', () => ({ message }), key)
          expect(status, JSON.stringify(body)).toBe(200)
          question.replies.push(body)
        }),
      ]
      const settled = Promise.all(work)
      settled.catch(() => {})
      const afterMs = Math.random() * 900
      killsAfterMs.push(Math.round(afterMs))
      await wait(afterMs)
      await platform.kill()
      platform = await startProcess({ dataDir, port })
      await settled
    }

    // Everything asked again once more, with the same keys: nothing may change.
    for (const upload of uploads.slice(0, 10)) {
      const { body } = await insist('POST', '/api/knowledge/sources', () => documentOf(upload.key), upload.key)
      upload.sourceIds.push(body.id)
    }
    await expect
      .poll(
        async () => (await listAll('/api/knowledge/sources')).filter(({ status }) => status === 'Processing').length,
        { timeout: 60_000 },
      )
      .toBe(0)

    const conversations = await listAll('/api/conversations')
    await expect
      .poll(() => new Set(events.filter(({ type }) => type === 'message.sent').map(({ key }) => key)).size, {
        timeout: 60_000,
      })
      .toBe(conversations.length)
    const history: History = {
      uploads,
      questions,
      events,
      sources: await listAll('/api/knowledge/sources'),
      conversations: await Promise.all(
        conversations.map(async ({ id }) => ({
          id,
          messages: (await listAll(`/api/conversations/${id}/messages`)).map((message) => ({
            ...message,
            author: message.author.kind,
          })),
        })),
      ),
    }
    process.stdout.write(
      `killed ${rounds} times after ${killsAfterMs.join(', ')} ms: ${uploads.length} uploads, ${questions.length} questions, ` +
        `${events.length} deliveries of ${new Set(events.map(({ id }) => id)).size} events\n`,
    )
    expect(violationsIn(history)).toEqual([])
    expect(history.sources.every(({ status }) => status === 'Ready')).toBe(true)
    expect(history.conversations).toHaveLength(questions.length)
  },
  rounds * roundLimitMs + 120_000,
)

it('SIGTERM ends with exit code 0 and everything comes back', async () => {
  const before = (await listAll('/api/knowledge/sources')).length
  expect(await platform.stop()).toBe(0)
  platform = await startProcess({ dataDir, port })
  expect((await listAll('/api/knowledge/sources')).length).toBe(before)
}, 60_000)
