import { once } from 'node:events'
import { connect } from 'node:net'
import { ServiceError, type TurnPart } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it, vi } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

const ids = { conversationId: 'cnv_1', messageId: 'msg_1' }
const start: TurnPart = { type: 'start', offset: 0, ...ids }
const delta = (offset: number, text: string): TurnPart => ({ type: 'delta', offset, text })
const sources = [{ title: 'Greetings', sourceId: 'src_1', version: 1, quote: 'Hello world' }]
const citations = [{ start: 0, end: 11, source: 0, quote: 'Hello world' }]
const done: TurnPart = { type: 'done', offset: 11, confidence: 0.9, sources, citations, ...ids }
const answered = [start, delta(6, 'Hello '), delta(11, 'world'), done]

let turn: (signal: AbortSignal) => AsyncIterable<TurnPart>
let operations: string[]
let offsets: number[]
let isCancelled: boolean

/** Plays the turn that the test wrote. */
const chat = standIn({
  name: 'chat',
  handlers: {
    chat: {
      async *messageAnswer({ operationId }, { signal }) {
        operations.push(operationId)
        signal.addEventListener('abort', () => (isCancelled = true))
        yield* turn(signal)
      },
      async *turnFollow({ offset }) {
        offsets.push(offset)
        for await (const part of turn(AbortSignal.abort()))
          if (part.offset > offset || offset === 0 || part.type === 'done') yield part
      },
    },
  },
})

const play = (...parts: (TurnPart | Error)[]) =>
  async function* () {
    for (const part of parts) {
      if (part instanceof Error) throw part
      yield part
    }
  }

const gateway = useGateway(
  () => {
    operations = []
    offsets = []
    isCancelled = false
    turn = play(...answered)
    return { services: [chat], env: { ANSWER_GRACE_MS: '200' } }
  },
  { listens: true },
)

const ask = (path = '/api/chat/stream', headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', url: path, body: { message: 'hi' }, headers })

type Event = { event: string; id: string; data: any }
const eventsOf = (body: string): Event[] =>
  body
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block) => {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))!
          .slice(name.length + 2)
      return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) }
    })

it('the stream is the turn: named events, offsets as ids, exactly the documented data', async () => {
  const reply = await ask('/api/chat/stream', { accept: 'application/json' })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(reply.headers['cache-control']).toContain('no-store')
  expect(eventsOf(reply.body)).toEqual([
    { event: 'start', id: '0', data: { type: 'start', ...ids } },
    { event: 'delta', id: '6', data: { type: 'delta', text: 'Hello ' } },
    { event: 'delta', id: '11', data: { type: 'delta', text: 'world' } },
    { event: 'done', id: '11', data: { type: 'done', confidence: 0.9, sources, citations, ...ids } },
  ])
})

it('the whole reply says the same as the stream', async () => {
  const reply = await ask('/api/chat/message')
  const said = { content: 'Hello world', confidence: 0.9, sources, citations }
  expect(reply.json()).toEqual({ ...said, ...ids, outcome: 'answered' })
})

it('a client finds the id that it gave its message again in the reply and in the first event', async () => {
  const body = { message: 'hi', clientId: 'mine-1' }
  const reply = await gateway.ask({ method: 'POST', url: '/api/chat/message', body })
  expect(reply.json()).toMatchObject({ ...ids, clientId: 'mine-1' })
  const events = eventsOf((await gateway.ask({ method: 'POST', url: '/api/chat/stream', body })).body)
  expect(events[0]).toEqual({ event: 'start', id: '0', data: { type: 'start', ...ids, clientId: 'mine-1' } })
  expect(events.slice(1).filter(({ data }) => 'clientId' in data)).toEqual([])
  const tooLong = { message: 'hi', clientId: 'x'.repeat(65) }
  const refused = await gateway.ask({ method: 'POST', url: '/api/chat/message', body: tooLong })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path: 'clientId' }])
})

it('each end has its outcome', async () => {
  const blocked: TurnPart = { type: 'blocked', offset: 0, policy: 'Topic Filter', reason: 'politics', message: 'No.' }
  turn = play(start, blocked)
  expect((await ask('/api/chat/message')).json()).toMatchObject({
    ...ids,
    outcome: 'blocked',
    content: 'No.',
    sources: [],
  })
  expect(eventsOf((await ask()).body).at(-1)!.data).toEqual({
    type: 'blocked',
    policy: 'Topic Filter',
    reason: 'politics',
    message: 'No.',
  })
  for (const [reason, outcome] of [
    ['low_confidence', 'escalated'],
    ['waiting', 'waiting'],
  ] as const) {
    turn = play(start, {
      type: 'escalated',
      offset: 0,
      reason,
      score: 0.2,
      message: 'A person will.',
      conversationId: 'cnv_1',
    })
    expect((await ask('/api/chat/message')).json()).toMatchObject({
      outcome,
      content: 'A person will.',
      confidence: 0.2,
    })
  }
})

it('an error end is a problem in one form and the last event in the other', async () => {
  turn = play(start, delta(3, 'Hal'), { type: 'error', offset: 3, message: 'It stopped.', code: 'interrupted' })
  const whole = await ask('/api/chat/message')
  expect(whole.statusCode).toBe(503)
  expect(whole.json()).toMatchObject({ code: 'interrupted', detail: 'It stopped.' })
  expect(eventsOf((await ask()).body).at(-1)).toEqual({
    event: 'error',
    id: '3',
    data: { type: 'error', message: 'It stopped.', code: 'interrupted' },
  })
})

it('a refusal before the first event is a problem, one after it an error event; there is always exactly one end', async () => {
  turn = play(new ServiceError('not_found'))
  const refused = await ask()
  expect(refused.statusCode).toBe(404)
  expect(refused.headers['content-type']).toContain('application/problem+json')

  for (const [parts, code] of [
    [[start, delta(3, 'Hal'), new ServiceError('model_unavailable')], 'model_unavailable'],
    [[start, delta(3, 'Hal'), new Error('innards')], 'internal'],
    [[start, delta(3, 'Hal')], 'stream_broken'],
  ] as const) {
    turn = play(...parts)
    const reply = await ask()
    const ends = eventsOf(reply.body).filter(({ event }) => !['start', 'delta'].includes(event))
    expect(ends).toEqual([{ event: 'error', id: '3', data: { type: 'error', message: expect.any(String), code } }])
    expect(reply.body).not.toContain('innards')
  }
  turn = play(...answered, delta(15, 'late'), done)
  expect(eventsOf((await ask()).body).map(({ event }) => event)).toEqual(['start', 'delta', 'delta', 'done'])
})

it('when the process that answers stops, another one goes on: each part comes once, under the same operation', async () => {
  const broken = new ServiceError('stream_broken')
  let asked: (() => AsyncIterable<TurnPart>)[]
  turn = () => asked.shift()!()
  const plays = () => [
    play(broken),
    play(start, delta(6, 'Hello '), broken),
    play(start, delta(11, 'Hello world'), done),
  ]
  asked = plays()
  expect(eventsOf((await ask()).body).map(({ event, id, data }) => [event, id, data.text])).toEqual([
    ['start', '0', undefined],
    ['delta', '6', 'Hello '],
    ['delta', '11', 'world'],
    ['done', '11', undefined],
  ])
  expect(operations).toHaveLength(3)
  expect(new Set(operations).size).toBe(1)

  asked = plays()
  expect((await ask('/api/chat/message')).json()).toMatchObject({ content: 'Hello world', outcome: 'answered' })

  // One that follows an answer says how far it read.
  asked = [play(start, delta(6, 'Hello '), broken), play(delta(11, 'world'), done)]
  const followed = await gateway.ask({ url: '/api/chat/stream/msg_1' })
  expect(eventsOf(followed.body).map(({ id }) => id)).toEqual(['0', '6', '11', '11'])
  expect(offsets).toEqual([0, 6])
})

it('a reader that comes back goes on after the last id it saw', async () => {
  const follow = (lastEventId?: string) =>
    gateway.ask({
      url: '/api/chat/stream/msg_1',
      ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
    })
  expect(eventsOf((await follow('6')).body).map(({ id }) => id)).toEqual(['11', '11'])
  await follow()
  expect(offsets).toEqual([6, 0])
  for (const bad of ['-1', 'abc', '1.5', 'Infinity']) expect((await follow(bad)).statusCode, bad).toBe(422)
})

it('under one Idempotency-Key a stream replays as the same operation, and is 409 while the first is read', async () => {
  let goOn!: () => void
  const waits = new Promise<void>((resolve) => (goOn = resolve))
  turn = async function* () {
    yield start
    await waits
    yield done
  }
  const headers = { 'idempotency-key': 'k' }
  const first = ask('/api/chat/stream', headers)
  await vi.waitFor(() => expect(operations).toHaveLength(1))
  expect((await ask('/api/chat/stream', headers)).statusCode).toBe(409)
  goOn()
  const { body } = await first
  expect((await ask('/api/chat/stream', headers)).body).toBe(body)
  expect(new Set(operations).size).toBe(1)
})

const openStream = async (signal?: AbortSignal, headers: Record<string, string> = {}) => {
  const reply = await fetch(`${gateway.baseUrl()}/api/chat/stream`, {
    method: 'POST',
    headers: { 'x-api-key': bootstrapKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ message: 'hi' }),
    ...(signal && { signal }),
  })
  return reply.body!.pipeThrough(new TextDecoderStream()).getReader()
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

it('events leave as they come, and a client that goes away cancels the stream', async () => {
  turn = async function* (signal) {
    yield start
    await untilAborted(signal)
  }
  const client = new AbortController()
  const reader = await openStream(client.signal)
  expect((await reader.read()).value).toContain('event: start')
  expect(isCancelled).toBe(false)
  client.abort()
  await vi.waitFor(() => expect(isCancelled).toBe(true))
})

it('who has read the last event may ask again at once', async () => {
  const headers = { 'idempotency-key': 'at-once' }
  const { replies } = gateway.context.collections
  const replace = replies.replace.bind(replies)
  replies.replace = async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return replace(...args)
  }
  const reader = await openStream(undefined, headers)
  let read = ''
  while (!read.includes('event: done')) {
    const next = await reader.read()
    expect(next.done).toBe(false)
    read += next.value
  }
  expect((await ask('/api/chat/stream', headers)).statusCode).toBe(200)
})

it('a client that waits for the whole reply and goes away cancels it too', async () => {
  turn = async function* (signal) {
    yield start
    await untilAborted(signal)
  }
  const client = new AbortController()
  const reply = fetch(`${gateway.baseUrl()}/api/chat/message`, {
    method: 'POST',
    headers: { 'x-api-key': bootstrapKey, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'hi' }),
    signal: client.signal,
  }).catch((error) => error)
  await vi.waitFor(() => expect(operations).toHaveLength(1))
  client.abort()
  await reply
  await vi.waitFor(() => expect(isCancelled).toBe(true))
})

it('when the gateway stops, readers are told when to come back', async () => {
  turn = async function* (signal) {
    yield start
    await untilAborted(signal)
  }
  const reader = await openStream()
  await reader.read()
  const closed = gateway.app.close()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value
  expect(rest).toBe('retry: 1000\n\n')
  await closed
})

it('an answer in progress runs out when the gateway stops, to its `done`', async () => {
  const stops = Promise.withResolvers<void>()
  turn = async function* () {
    yield start
    await stops.promise
    yield* answered.slice(1)
  }
  const reader = await openStream()
  await reader.read()
  const closed = gateway.app.close()
  await vi.waitFor(() => expect(gateway.app.server.listening).toBe(false))
  stops.resolve()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value
  expect(rest).toContain('event: done')
  expect(rest).not.toContain('retry:')
  await closed
})

it('a stream that begins while the gateway stops ends after the grace period, and so does a connection that asked nothing', async () => {
  const begins = Promise.withResolvers<void>()
  let isAsked = false
  turn = async function* (signal) {
    isAsked = true
    await begins.promise
    yield start
    await untilAborted(signal)
  }
  const unused = connect(gateway.port(), '127.0.0.1')
  await once(unused, 'connect')
  const opening = openStream()
  await vi.waitFor(() => expect(isAsked).toBe(true))
  const closed = gateway.app.close()
  begins.resolve()
  const reader = await opening
  let all = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) all += read.value
  expect(all).toContain('event: start')
  expect(all).toMatch(/retry: 1000\n\n$/)
  await closed
})

it('a reader that reads nothing holds the stream back instead of filling memory', async () => {
  let made = 0
  turn = async function* () {
    yield start
    for (let i = 0; i < 200_000; i++) {
      made = i
      yield delta(i, 'x'.repeat(1_000))
    }
  }
  const client = new AbortController()
  const reader = await openStream(client.signal)
  await reader.read()
  let last = -1
  await vi.waitFor(
    () => {
      const before = last
      last = made
      expect(made).toBe(before)
    },
    { interval: 200, timeout: 30_000 },
  )
  // What the bus lets wait unread, and the buffers of the sockets, and no more: far from 200 MB.
  expect(made).toBeLessThan(20_000)
  client.abort()
})
