import { sqliteBus } from '@frontdesk/bus'
import { type BodyOf, type channels, chat as chatContracts, type Message } from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { defineService, type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTwilioFake } from '../../testing/fakes/twilio-fake.ts'
import { startVonageFake } from '../../testing/fakes/vonage-fake.ts'
import { sealSecrets } from '../accounts/channel-secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { channelsService } from '../service.ts'

const accountSid = 'AC00000000000000000000000000000001'
const collections = { said: collection<{ count: number }>('test-said') }

let store: SqliteStore
let twilio: Awaited<ReturnType<typeof startTwilioFake>>
let vonage: Awaited<ReturnType<typeof startVonageFake>>
let chat: StandInContext<typeof collections>
let contexts: ChannelsContext[]
const running: Running[] = []
const told: BodyOf<typeof channels.events.deliveryChanged>[] = []
const handedOver: string[] = []

/** A process with the channels service, and a chat that says what tests tell it to. */
async function start(timeoutMs = 60_000) {
  const log = openLog({ level: process.env.TEST_LOG ?? 'silent', terminal: false })
  const ports = {
    bus: sqliteBus(store),
    documents: sqliteDocuments(store),
    outboundHttp: openOutboundHttp({ allow: ['127.0.0.1/32'] }),
  } as OpenPorts
  const urls = { twilio: twilio.url, vonage: vonage.url }
  const env = {
    ENCRYPTION_KEY: 'a key of the tests',
    CHANNEL_PROVIDER_URLS: JSON.stringify(urls),
    CHANNEL_SEND_TIMEOUT_MS: String(timeoutMs),
  }
  const watched = defineService({
    ...channelsService,
    async start(own) {
      contexts.push(own.forTenant('acme'))
      return { close: async () => {} }
    },
  })
  const sayer = standIn({
    name: 'chat',
    collections,
    handlers: {
      channels: {
        deliveryChanged: async (body) => void told.push(body),
      },
      chat: {
        async conversationHandOver({ conversationId, reason = '' }) {
          handedOver.push(conversationId)
          const how = { assignee: null, summary: '', handedOverAt: new Date().toISOString(), alreadyHandedOver: false }
          return { conversationId, status: 'escalated' as const, reason, ...how }
        },
      },
    },
    async start(own) {
      chat = own.forTenant('acme')
      return { close: async () => {} }
    },
  })
  running.push(await run([watched, sayer], ports, { env, log }))
}

beforeEach(async () => {
  store = openSqlite(':memory:')
  contexts = []
  told.length = 0
  handedOver.length = 0
  twilio = await startTwilioFake({ accountSid, authToken: 'token' })
  vonage = await startVonageFake({ apiKey: 'key', apiSecret: 'secret' })
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  await Promise.all([twilio.close(), vonage.close()])
  await store.close()
})

async function keepChannel(provider: 'twilio' | 'vonage') {
  const context = contexts[0]!
  const channelId = `chn_${provider}`
  const secrets: Record<string, string> =
    provider === 'twilio'
      ? { accountSid, authToken: 'token' }
      : { signatureSecret: 'signed', apiKey: 'key', apiSecret: 'secret' }
  const at = new Date().toISOString()
  await context.collections.accounts.put('acme', channelId, {
    channelId,
    kind: 'sms',
    provider,
    address: provider === 'twilio' ? '+46700000001' : '+46700000002',
    enabled: true,
    sealed: sealSecrets(secrets, channelId, context),
    secretNames: Object.keys(secrets),
    createdAt: at,
    updatedAt: at,
  })
}

const conversationOf = (n: number) => `cnv_${String(n).padStart(32, '0')}`
const numberOf = (n: number) => `+467000${String(10_000 + n)}`

/** A conversation by a channel, in which the AI says so many things. */
async function converse(n: number, provider: 'twilio' | 'vonage', messages = 1) {
  const context = contexts[0]!
  const conversationId = conversationOf(n)
  await context.collections.threads.put('acme', conversationId, {
    conversationId,
    channelId: `chn_${provider}`,
    kind: 'sms',
    address: numberOf(n),
    lastInboundAt: new Date().toISOString(),
    messageIds: [],
  })
  for (let sequence = 1; sequence <= messages; sequence++) await say(n, sequence)
}

async function say(n: number, sequence: number, more: Partial<Message> = {}, channel: 'sms' | 'api' = 'sms') {
  const conversationId = conversationOf(n)
  const message: Message = {
    id: `msg_${conversationId.slice(4)}_${sequence}a`,
    conversationId,
    sequence,
    author: { kind: 'ai' },
    kind: 'message',
    content: `Answer ${sequence}.`,
    createdAt: new Date().toISOString(),
    outcome: 'answered',
    ...more,
  }
  const conversation = { id: conversationId, channel, status: 'open' } as const
  await chat.commit(chat.collections.said, conversationId, (current) => ({
    body: { count: (current?.body.count ?? 0) + 1 },
    events: [chat.event(chatContracts.events.messageSent, { conversation, message })],
  }))
}

const patient = { timeout: 20_000, interval: 10 }
const takenBy = (n: number) => twilio.taken.filter(({ to }) => to === numberOf(n)).map(({ text }) => text)

it('two processes send each message once, those of a conversation in order', async () => {
  await start()
  await start()
  await keepChannel('twilio')
  await Promise.all(Array.from({ length: 12 }, (_, n) => converse(n, 'twilio', 4)))
  await vi.waitFor(() => expect(twilio.taken).toHaveLength(48), patient)
  const expected = ['Answer 1.', 'Answer 2.', 'Answer 3.', 'Answer 4.']
  for (let n = 0; n < 12; n++) expect(takenBy(n)).toEqual(expected)
  await vi.waitFor(() => expect(told.filter(({ state }) => state === 'sent')).toHaveLength(48), patient)
  expect(told.filter(({ state }) => state === 'failed' || state === 'unknown')).toEqual([])
}, 30_000)

it('a provider that hangs holds up no other', async () => {
  await start()
  await keepChannel('twilio')
  await keepChannel('vonage')
  for (let n = 0; n < 20; n++) twilio.failNext('hang')
  await Promise.all(Array.from({ length: 20 }, (_, n) => converse(n, 'twilio')))
  await vi.waitFor(() => expect(twilio.received.length).toBeGreaterThanOrEqual(8), patient)
  await converse(100, 'vonage')
  await vi.waitFor(() => expect(vonage.received).toHaveLength(1), patient)
  await vi.waitFor(() => expect(told.map(({ state }) => state)).toContain('sent'), patient)
  // Nothing more than its eight has left by the other meanwhile.
  expect(twilio.received).toHaveLength(8)
  await twilio.close()
  await vi.waitFor(() => expect(told.filter(({ state }) => state === 'unknown')).toHaveLength(8), patient)
}, 30_000)

it('sends what the AI and agents say, and nothing else', async () => {
  await start()
  await keepChannel('twilio')
  await converse(1, 'twilio', 1)
  await say(1, 2, { kind: 'note', author: { kind: 'agent', id: 'agt_1' }, content: 'A note' })
  await say(1, 3, { author: { kind: 'system' }, content: 'Passed on', outcome: 'waiting' })
  await say(1, 4, { content: 'Cut off because a pers', outcome: 'waiting' })
  await say(1, 6, { author: { kind: 'customer' }, content: 'A question' })
  await say(1, 7, { author: { kind: 'agent', id: 'agt_1' }, content: 'A reply' })
  await say(2, 1, { content: 'To nobody' }, 'api')
  await say(1, 8, { content: 'I’m unable to', outcome: 'blocked' })
  await say(1, 9, { author: { kind: 'system' }, content: 'All of us are busy.' })
  await vi.waitFor(() => expect(twilio.taken).toHaveLength(4), patient)
  expect(takenBy(1)).toEqual(['Answer 1.', 'A reply', 'I’m unable to', 'All of us are busy.'])
  expect((await contexts[0]!.collections.outbound.find('acme', {})).items).toHaveLength(4)
})

it('a stop waits for what has left, and the next process sends the rest', async () => {
  await start(500)
  await keepChannel('twilio')
  twilio.failNext('hang')
  await converse(1, 'twilio', 2)
  await vi.waitFor(() => expect(twilio.received).toHaveLength(1), patient)
  await running.pop()!.stop()
  const first = await contexts[0]!.collections.outbound.get('acme', `msg_${conversationOf(1).slice(4)}_1a`)
  expect(first!.body).toMatchObject({ state: 'unknown', code: 'timeout' })
  expect(twilio.received).toHaveLength(1)
  await start()
  await vi.waitFor(() => expect(takenBy(1)).toEqual(['Answer 2.']), patient)
})

it('an answer that failed is handed to people, where the customer came by a channel', async () => {
  await start()
  await keepChannel('twilio')
  await converse(1, 'twilio')
  const failed = { author: { kind: 'system' }, content: 'Deliv', outcome: 'failed' } as const
  await say(2, 1, failed)
  await say(1, 2, failed)
  await vi.waitFor(() => expect(handedOver).toEqual([conversationOf(1)]), patient)
  await vi.waitFor(() => expect(takenBy(1)).toEqual(['Answer 1.']), patient)
})
