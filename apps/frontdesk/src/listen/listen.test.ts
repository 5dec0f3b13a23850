import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { createClient, verifyWebhook, type WebhookEvent } from '@frontdesk/client'
import { openLog } from '@frontdesk/service'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Platform, startPlatform } from '../start-platform.ts'
import { type ListenOptions, listenUntil } from './listen.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const apiKey = 'a-bootstrap-key-of-more-than-32-characters'
const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
let dir: string
let platform: Platform
let baseUrl: string

function startOn(port: number): Promise<Platform> {
  const env = {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: join(dir, 'data'),
    BOOTSTRAP_API_KEY: apiKey,
    EMBEDDING_MODEL: 'off',
  }
  return startPlatform({ env, log: openLog({ level: 'silent', terminal: false }) })
}
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frontdesk-listen-'))
  platform = await startOn(0)
  baseUrl = `http://127.0.0.1:${platform.port}`
})
afterAll(async () => {
  await platform.stop()
  await rm(dir, { recursive: true, force: true })
})

/** A server that somebody develops: it believes only what verifies. */
const verified: WebhookEvent[] = []
let answer: (response: ServerResponse, event: WebhookEvent) => void
const receiver = createServer(async (request, response) => {
  const raw = Buffer.concat(await request.toArray())
  try {
    const event = await verifyWebhook(request.headers, raw, secret)
    verified.push(event)
    answer(response, event)
  } catch (error) {
    response.writeHead(401).end(String(error))
  }
})
let hook: string
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => void receiver.close())
beforeEach(() => {
  verified.length = 0
  answer = (response) => response.writeHead(204).end()
})

const running: { end(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.end()
})

/** The command in this process, once it listens. */
async function start(options: Partial<ListenOptions> = {}) {
  const ending = new AbortController()
  const lines: string[] = []
  const notices: string[] = []
  const done = listenUntil({
    baseUrl,
    apiKey,
    secret,
    signal: ending.signal,
    print: (line) => lines.push(stripVTControlCharacters(line)),
    notice: (line) => notices.push(stripVTControlCharacters(line)),
    ...options,
  })
  const end = async () => {
    ending.abort()
    await done
  }
  running.push({ end })
  await vi.waitFor(() => expect(notices.join('\n')).toContain('Listening at'))
  return { lines, notices, end }
}
const until = (check: () => unknown) => vi.waitFor(check)

const ask = async (message: string): Promise<string> =>
  (await createClient({ baseUrl, apiKey }).post('/api/chat/message', { body: { message } })).conversationId
const about = (key: string) => verified.filter((event) => event.key === key)

test('every event reaches the local server, signed and in order, and a line says what it answered', async () => {
  const { lines, end } = await start({ forwardTo: hook })
  answer = (response, event) => response.writeHead(event.type === 'message.received' ? 500 : 204).end()
  const key = await ask('Do you sell umbrellas?')
  await until(() => expect(about(key).map(({ type }) => type)).toContain('conversation.escalated'))
  await until(() => expect(lines.filter((line) => line.includes(key))).toHaveLength(about(key).length))
  const events = about(key)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1))
  const received = lines.find((line) => line.includes('message.received'))!
  expect(received).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  message.received {7}${key}#2  → 500  \\d+ ms$`))
  await end()
  const { items } = await createClient({ baseUrl, apiKey }).get('/api/webhook-endpoints')
  expect(items).toEqual([])
})

test('a filter, lines of JSON, and no forwarding at all', async () => {
  const { lines } = await start({ events: ['conversation.created'], json: true })
  const key = await ask('Anything?')
  await ask('And another?')
  await until(() => expect(lines).toHaveLength(2))
  const line = JSON.parse(lines[0]!)
  expect(line).toMatchObject({ type: 'conversation.created', key, sequence: 1, body: expect.any(String) })
  expect(JSON.parse(line.body)).toMatchObject({ id: line.id, data: { conversation: { id: key } } })
  expect(verified).toEqual([])
})

test('a local server that is not there is said so on the line, and nothing ends', async () => {
  const nobody = createServer().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const { port } = nobody.address() as AddressInfo
  await new Promise((done) => nobody.close(done))
  const { lines } = await start({ forwardTo: `http://127.0.0.1:${port}/hook`, events: ['conversation.created'] })
  await ask('One?')
  await until(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toContain('→ nothing listens there (ECONNREFUSED)')
  await ask('Two?')
  await until(() => expect(lines).toHaveLength(2))
})

test('a wrong key, a key without the scope, nobody there and a wrong event are told apart', async () => {
  const client = createClient({ baseUrl, apiKey })
  const { key } = await client.post('/api/api-keys', { body: { name: 'chat', scopes: ['chat'] } })
  const told = async (options: Partial<ListenOptions>) => {
    const usual = { baseUrl, apiKey, signal: AbortSignal.timeout(10_000), print() {}, notice() {} }
    return listenUntil({ ...usual, ...options }).then(
      () => 'it ended',
      (error: Error) => error.message,
    )
  }
  expect(await told({ apiKey: 'wrong' })).toMatch(/the API key is not valid/)
  expect(await told({ apiKey: key })).toBe('the API key lacks scopes for these events: This needs the scope settings.')
  expect(await told({ baseUrl: 'http://127.0.0.1:9' })).toMatch(/no Frontdesk answers .* --base-url/)
  expect(await told({ baseUrl: new URL(hook).origin })).toMatch(/not a Frontdesk/)
  expect(await told({ events: ['message.recieved'] })).toMatch(/events\.0/)
})

test('it comes back when the platform does, and misses nothing from then on', async () => {
  const { lines, notices } = await start({ forwardTo: hook, events: ['conversation.created'] })
  const before = await ask('Before?')
  await until(() => expect(lines).toHaveLength(1))
  const { port } = platform
  await platform.stop()
  platform = await startOn(port)
  const after = await ask('After?')
  await until(() => expect(lines).toHaveLength(2))
  expect(verified.map(({ key }) => key)).toEqual([before, after])
  expect(notices).toContain('The connection was lost; reconnecting …')
})

test('Ctrl-C ends the process cleanly, and the listener with it', async () => {
  const env = { ...process.env, FRONTDESK_API_KEY: apiKey, FRONTDESK_WEBHOOK_SECRET: secret }
  const args = [main, 'listen', '--forward-to', hook.replace('http://', ''), '--base-url', baseUrl]
  const child = spawn(process.execPath, args, { env })
  let errors = ''
  child.stderr.on('data', (data) => (errors += stripVTControlCharacters(String(data))))
  await until(() => expect(errors).toContain(`Listening at ${baseUrl}, forwarding to ${hook}`))
  const key = await ask('A question?')
  await until(() => expect(about(key)).not.toEqual([]))
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect({ code, errors }).toMatchObject({ code: 0 })
  expect(errors).not.toMatch(/Error|cut/)
})
