import { answerFilter, type Message, messageScreen, refusal, ServiceError, type TurnPart } from '@frontdesk/contracts'
import { openaiModels } from '@frontdesk/models'
import { defineService } from '@frontdesk/service'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import {
  chunkOf,
  endsOf,
  eventually,
  openTestStore,
  startTestChat,
  type TestChat,
  type TestChatOptions,
  textOf,
} from './start-test-chat.ts'

let store: SqliteStore
let endpoint: OpenAiEndpoint
const running: TestChat[] = []

beforeEach(async () => {
  store = openTestStore()
  endpoint = await startOpenAiEndpoint()
})
afterEach(async () => {
  for (const each of running.splice(0)) {
    await each.stop()
    expect(each.live.size).toBe(0)
    expect(each.live.running.size).toBe(0)
  }
  await endpoint.close()
  await store.close()
})

const start = async (options: Partial<TestChatOptions> = {}) => {
  const started = await startTestChat({ store, ...options })
  running.push(started)
  return started
}
const remote = (more = {}) =>
  openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1', maxRetries: 0, ...more })

const answerIn = async (chat: TestChat, parts: TurnPart[]): Promise<Message> => {
  const [started] = parts
  if (started?.type !== 'start') throw new Error('the stream did not begin with its start')
  const messages = await chat.messages(started.conversationId)
  return messages.find(({ id }) => id === started.messageId)!
}

it('answers from what was found, with a quote of it, and stores what it sent', async () => {
  const chat = await start()
  const parts = await chat.read('How long does delivery take?').ended
  expect(parts[0]).toMatchObject({ type: 'start', offset: 0 })
  const answer = await answerIn(chat, parts)
  expect(textOf(parts)).toBe('Delivery takes three working days.')
  expect(answer).toMatchObject({ content: textOf(parts), outcome: 'answered', author: { kind: 'ai' }, sequence: 2 })
  expect(parts.at(-1)).toMatchObject({ type: 'done', offset: textOf(parts).length, messageId: answer.id })
  expect(answer.sources).toEqual([
    { title: 'Delivery', sourceId: 'src_delivery', version: 1, quote: 'Delivery takes three working days.' },
  ])
  expect(parts.at(-1)).toMatchObject({ sources: answer.sources, confidence: answer.confidence })
})

it('the deltas joined are the stored answer, their offsets count it, and any reader gets exactly the rest', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
  const piece = fc.constantFrom(
    'Mail ',
    'anna.berg@',
    'example.com',
    ' or ',
    'bo@exa',
    'mple.se. ',
    '😀',
    'Days.\n',
    'å',
  )
  const property = fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
    endpoint.script({ parts: ['So: ', ...pieces], pieceBytes: 7 })
    const reader = chat.read('What is the address?')
    const parts = await reader.ended
    const answer = await answerIn(chat, parts)
    expect(textOf(parts)).toBe(answer.content)
    expect(answer.content).not.toContain('anna.berg@example.com')
    expect(endsOf(parts)).toEqual([parts.at(-1)])
    let offset = 0
    for (const part of parts) {
      if (part.type === 'delta') offset += part.text.length
      expect(part.offset).toBe(offset)
    }
    for (let from = 0; from <= answer.content.length; from++) {
      const again = await chat.follow(answer.id, from).ended
      expect(textOf(again)).toBe(answer.content.slice(from))
      expect(again.at(-1)).toEqual(parts.at(-1))
      expect(again[0]!.type === 'start').toBe(from === 0)
    }
  })
  await fc.assert(property, { numRuns: 12 })
})

it('what is released leaves while the model still writes, and who comes later reads all of it', async () => {
  const chat = await start({ models: await remote() })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  endpoint.script({ parts: ['One. ', 'Two. ', 'Three.'], pause: { parts: 2, until } })
  const first = chat.read('Count!')
  await eventually(() => expect(textOf(first.parts)).toMatch(/^One\. (Two\. )?$/))
  const [started] = first.parts
  const second = chat.follow((started as { messageId: string }).messageId)
  const third = chat.follow((started as { messageId: string }).messageId, 2)
  await eventually(() => expect(textOf(second.parts)).toMatch(/^One\./))
  goOn()
  const whole = 'One. Two. Three.'
  expect(textOf(await first.ended)).toBe(whole)
  expect(textOf(await second.ended)).toBe(whole)
  expect(textOf(await third.ended)).toBe(whole.slice(2))
  expect(endpoint.requests).toHaveLength(1)
})

it('a block before generation asks no model; the refusal is the answer', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('Topic Filter', 'Pre-generation', { topics: [{ name: 'weapons', phrases: ['guns'] }] })
  const parts = await chat.read('Do you deliver guns?').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'blocked'])
  expect(parts.at(-1)).toMatchObject({ policy: 'Topic Filter', message: refusal, offset: 0 })
  expect(await answerIn(chat, parts)).toMatchObject({ content: refusal, outcome: 'blocked', author: { kind: 'ai' } })
  expect(endpoint.requests).toHaveLength(0)
  const conversation = await chat.conversations.find('acme', {})
  expect(conversation.items[0]!.body).toMatchObject({ status: 'open', handler: 'ai', turns: [] })
})

it('a block after generation lets nothing of the answer out, however slowly it was written', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('Topic Filter', 'Post-generation', { topics: [{ name: 'weapons', phrases: ['guns'] }] })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  endpoint.script({ parts: ['We deliver ', 'parcels ', 'and guns.'], pause: { parts: 2, until } })
  const reader = chat.read('What do you deliver?')
  await eventually(() => expect(endpoint.requests).toHaveLength(1))
  await eventually(async () => expect(await chat.conversations.find('acme', {})).toMatchObject({ items: [{}] }))
  goOn()
  const parts = await reader.ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'blocked'])
  const answer = await answerIn(chat, parts)
  expect(answer).toMatchObject({ content: refusal, outcome: 'blocked' })
  expect(JSON.stringify(await chat.messages(answer.conversationId))).not.toContain('parcels')
})

it('what a customer must not show the model, it does not see, nor in what was said before', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('PII Filter', 'Pre-generation', { kinds: ['email'] })
  const first = await chat.read('I am bo@example.se. When does my parcel come?').ended
  const { conversationId } = first[0] as { conversationId: string }
  await chat.read('And who am I?', { conversationId }).ended
  const prompt = JSON.stringify(endpoint.requests.at(-1)!.body)
  expect(prompt).not.toContain('bo@example.se')
  expect(prompt).toContain('When does my parcel come?')
  expect(prompt).toContain('Delivery takes three working days.')
})

it.each([
  ['refuses', { status: 401 }, {}],
  ['is cut off', { parts: ['One. ', 'Two.'], after: { parts: 2, fault: 'cut' as const } }, {}],
  ['stands still', { parts: ['One. ', 'Two.'], after: { parts: 2, fault: 'stall' as const } }, { idleMs: 200 }],
  ['says nothing at all', { parts: [] }, {}],
])('a model that %s ends the turn with a visible error, what was released is kept', async (_, reply, options) => {
  const chat = await start({ models: await remote(options) })
  endpoint.script(reply)
  const parts = await chat.read('Count!').ended
  expect(endsOf(parts)).toEqual([parts.at(-1)])
  expect(parts.at(-1)).toMatchObject({ type: 'error', code: 'model_unavailable', offset: textOf(parts).length })
  const answer = await answerIn(chat, parts)
  expect(answer).toMatchObject({
    outcome: 'failed',
    content: textOf(parts),
    author: { kind: 'system' },
    error: { code: 'model_unavailable' },
  })
  const again = await chat.read('How long does delivery take?', { conversationId: answer.conversationId }).ended
  expect(again.at(-1)).toMatchObject({ type: 'done' })
})

it('policies that can not be asked end the turn with a visible error, and nothing leaves', async () => {
  const chat = await start({ beside: [] })
  const parts = await chat.read('How long does delivery take?').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'error'])
  expect(parts.at(-1)).toMatchObject({ code: 'unavailable', offset: 0 })
  expect(await answerIn(chat, parts)).toMatchObject({ outcome: 'failed', content: '' })
})

it('policies that fail in the middle of an answer end the turn and stop the model at once', async () => {
  const failing = defineService({
    name: 'policy-engine',
    config: z.object({}),
    uses: [],
    collections: {},
    publishes: {},
    asks: {},
    handles: { messageScreen, answerFilter },
    handlers: {
      messageScreen: async ({ text, history }) => ({ policies: [], text, history, instructions: [], decisions: [] }),
      async answerFilter() {
        throw new ServiceError('policy_unavailable')
      },
    },
  })
  const chat = await start({ models: await remote(), beside: [failing] })
  endpoint.script({ parts: ['One. ', 'Two.'], after: { parts: 1, fault: 'stall' } })
  const parts = await chat.read('Count!').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'error'])
  expect(parts.at(-1)).toMatchObject({ code: 'policy_unavailable' })
  await eventually(() => expect(endpoint.requests[0]!.state).toBe('aborted'))
})

it('a search that fails ends the turn with its code', async () => {
  const chat = await start({
    find: () => {
      throw new ServiceError('overloaded')
    },
  })
  expect((await chat.read('How long does delivery take?').ended).at(-1)).toMatchObject({ code: 'overloaded' })
})

it('a quote is matched first and masked after, and says so', async () => {
  const mail = 'Returns go to anna.berg@example.com within three days.'
  const chat = await start({ find: () => [chunkOf(mail, { sourceId: 'src_mail', title: 'Returns' })] })
  await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
  const answer = await answerIn(chat, await chat.read('Where do returns go within three days?').ended)
  const quote = 'Returns go to a********@e********** within three days.'
  expect(answer).toMatchObject({ content: quote })
  expect(answer.sources).toEqual([{ title: 'Returns', sourceId: 'src_mail', version: 1, quote, masked: true }])
})
