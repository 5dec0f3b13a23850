import { connect, type Socket } from 'node:net'
import { standIn } from '@frontdesk/service/testing'

import { afterEach, expect, it, vi } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

const ingest = standIn({
  name: 'ingest',
  handlers: {
    ingest: {
      async sourceAdd() {
        throw new Error('nothing arrives whole here')
      },
    },
  },
})

const sockets: Socket[] = []
const gateway = useGateway(
  () => ({
    services: [ingest],
    env: { BODY_GRACE_MS: '100', BODY_MIN_BYTES_PER_SECOND: '20000' },
  }),
  { listens: true, shared: true },
)
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends the head and a first part of a request; `reply` is what has come back so far. */
async function begin(path: string, headers: string[], part: string) {
  const socket = connect(gateway.port(), '127.0.0.1')
  sockets.push(socket)
  const state = { reply: '', isClosed: false, socket }
  socket.on('data', (data) => (state.reply += data)).on('error', () => {})
  socket.on('close', () => (state.isClosed = true))
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `x-api-key: ${bootstrapKey}`, ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
  return state
}

const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbeginning'

it.each([
  ['JSON', '/api/chat/message', ['content-type: application/json', 'content-length: 500000'], '{"message":"'],
  [
    'a form',
    '/api/knowledge/sources',
    ['content-type: multipart/form-data; boundary=x', 'content-length: 30000000'],
    form,
  ],
  ['a manifest', '/api/knowledge/import', ['content-type: application/json', 'content-length: 30000000'], '{"a":'],
  ['what a provider sends', '/api/webhooks/email/ch_1', ['content-type: text/plain', 'content-length: 300000'], 'x'],
  ['chunks', '/api/chat/message', ['content-type: application/json', 'transfer-encoding: chunked'], '1\r\n{\r\n'],
])('%s that stops arriving ends as request_timeout, and its connection closes', async (_, path, headers, part) => {
  const state = await begin(path, headers, part)
  await vi.waitFor(() => expect(state.isClosed).toBe(true))
  expect(state.reply).toMatch(/^HTTP\/1\.1 408 /)
  expect(state.reply).toContain('content-type: application/problem+json')
  const problem = JSON.parse(state.reply.slice(state.reply.indexOf('\r\n\r\n') + 4))
  expect(problem).toMatchObject({ code: 'request_timeout', status: 408, requestId: expect.stringMatching(/^req_/) })
  expect(state.reply).toContain(`x-request-id: ${problem.requestId}`)
  expect(state.reply).toMatch(/\r\ntraceparent: 00-/)
})

it('a body that trickles in is ended whatever it declares, and nothing of it is kept', async () => {
  const headers = ['content-type: multipart/form-data; boundary=x', 'content-length: 30000000']
  const state = await begin('/api/knowledge/sources', headers, form)
  const trickle = setInterval(() => state.socket.write('y'), 20)
  await vi.waitFor(() => expect(state.isClosed).toBe(true))
  clearInterval(trickle)
  expect(state.reply).toMatch(/^HTTP\/1\.1 408 /)
  const { blobs } = gateway.ports
  await vi.waitFor(async () => expect((await Array.fromAsync(blobs.list('default'))).length).toBe(0))
})

it('a body that keeps arriving fast enough is read to its end, however long that takes', async () => {
  const text = JSON.stringify({ messages: 'x'.repeat(100_000) })
  const headers = ['content-type: application/json', `content-length: ${text.length}`]
  const state = await begin('/api/chat/message', headers, '')
  for (let at = 0; at < text.length; at += 25_000) {
    state.socket.write(text.slice(at, at + 25_000))
    // Longer than the grace, faster than the rate.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  await vi.waitFor(() => expect(state.reply).toMatch(/^HTTP\/1\.1 422 /))
})

it('what other requests brought on the same connection is no credit of a slow body', async () => {
  // At 20,000 bytes a second this is worth 45 seconds, longer than is waited for below.
  const count = 60
  const get = `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-long: ${'y'.repeat(15_000)}\r\n\r\n`
  const state = await begin('/healthz', ['content-length: 0'], get.repeat(count))
  await vi.waitFor(() => expect(state.reply.match(/HTTP\/1\.1 200 /g)).toHaveLength(count))
  const head = `POST /api/chat/message HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${bootstrapKey}\r\ncontent-type: application/json`
  state.socket.write(`${head}\r\ncontent-length: 500000\r\n\r\n{`)
  const trickle = setInterval(() => state.socket.write(' '), 20)
  await vi.waitFor(() => expect(state.isClosed).toBe(true))
  clearInterval(trickle)
  expect(state.reply).toContain('HTTP/1.1 408 ')
})
