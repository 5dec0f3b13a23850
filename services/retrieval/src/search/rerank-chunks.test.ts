import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openModels } from '@frontdesk/models'
import { afterEach, expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'

type Asked = { model?: string; query: string; documents: string[]; top_n: number }
type Answer = (asked: Asked, reply: ServerResponse, request: IncomingMessage) => void

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})
// After the hook above, so that it ends before the servers: hooks run in reverse.
const startRetrieval = useRetrieval()

const send = (reply: ServerResponse, body: object, status = 200) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Relevance by place, as Cohere, Jina and vLLM answer: best first, with fields of their own beside. */
const results = (relevance: number[]) => ({
  id: 'r1',
  model: 'm',
  usage: { total_tokens: 9 },
  results: relevance
    .map((relevance_score, index) => ({ index, relevance_score, document: { text: 'x' } }))
    .sort((a, b) => b.relevance_score - a.relevance_score),
})

/** A platform with three sources, and a reranker on loopback that answers so. */
async function start(answer: Answer, settings: Record<string, string> = {}) {
  const asked: Asked[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      asked.push(JSON.parse(Buffer.concat(parts).toString()))
      answer(asked.at(-1)!, reply, request)
    })
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/rerank`
  const platform = await startRetrieval({ models: await openModels({ RERANK_URL: url, ...settings }) })
  for (const [id, text] of Object.entries({ one: 'Red socks cost 5.', two: 'Socks.', three: 'Socks are red.' })) {
    await platform.extract('a', id, 1, [{ title: 'Shop', text }])
  }
  await vi.waitFor(() => expect(platform.facts).toHaveLength(3))
  const find = async (limit = 5) => (await platform.find('a', 'red socks cost', limit)).map(({ sourceId }) => sourceId)
  return { asked, find, metrics: () => platform.metrics() }
}

test('the best chunks stand in the order of the reranker, which reads title and text', async () => {
  const { asked, find, metrics } = await start(
    ({ documents }, reply, { headers }) => {
      const isKnown = headers.authorization === 'Bearer secret-key'
      send(reply, isKnown ? results(documents.map((text) => (text === 'Shop\nSocks.' ? 9 : -text.length))) : {}, 200)
    },
    { RERANK_MODEL: 'bge', RERANK_API_KEY: 'secret-key' },
  )
  expect(await find()).toEqual(['two', 'three', 'one'])
  expect(asked[0]).toMatchObject({ model: 'bge', query: 'red socks cost', top_n: 3 })
  // More than are wanted are read.
  expect(await find(1)).toEqual(['two'])
  expect(asked[1]!.documents).toHaveLength(3)
  expect(await metrics()).toContain('frontdesk_rerank_requests_total{outcome="used"} 2')
})

test.each<[string, Answer, string]>([
  ['is too slow', () => {}, '1000'],
  ['errs', (_, reply) => send(reply, { message: 'overloaded' }, 503), '30000'],
  ['answers something else', (_, reply) => send(reply, { scores: [1] }), '30000'],
  ['breaks the connection', (_, reply) => reply.destroy(), '30000'],
])('a reranker that %s is left out, and counted', async (_, answer, timeoutMs) => {
  const { asked, find, metrics } = await start(answer, { RERANK_TIMEOUT_MS: timeoutMs })
  expect((await find())[0]).toBe('one')
  expect(asked).toHaveLength(1)
  expect(await metrics()).toContain('frontdesk_rerank_requests_total{outcome="failed"} 1')
})

test('a key or a model without an address is refused at start', async () => {
  await expect(openModels({ RERANK_API_KEY: 'k' })).rejects.toThrow('RERANK_URL: must be set')
})
