import { sqliteBus } from '@frontdesk/bus'
import type { BodyOf, ChannelKind, channels, Message } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { z } from 'zod'
import type { ChannelDocument } from '../src/accounts/channel-document.ts'
import { sealSecrets } from '../src/accounts/channel-secrets.ts'
import type { ChannelsContext } from '../src/context.ts'
import type { OutboundDocument } from '../src/outbound/outbound-document.ts'
import { saveMessage } from '../src/outbound/queue-message.ts'
import { step } from '../src/outbound/send-message.ts'
import type { Outbound, Provider, Sent } from '../src/providers/provider.ts'
import { channelsService } from '../src/service.ts'
import type { ThreadDocument } from '../src/threads/thread-document.ts'

export const startedAt = Date.parse('2026-11-21T10:00:00.000Z')
export const conversationId = `cnv_${'0'.repeat(31)}1`
export const channelId = 'chn_1'
export const messageIdOf = (sequence: number): string => `msg_${conversationId.slice(4)}_${sequence}a`

/** A provider of any kind that does what `send` says. */
export const fakeProvider = (
  kind: ChannelKind,
  send: (message: Outbound, signal: AbortSignal) => Promise<Sent>,
  limits: Provider['limits'] = { maxCharacters: 1_600 },
): Provider => ({
  kind,
  name: kind === 'email' ? 'raw' : 'twilio',
  secrets: z.record(z.string(), z.string()),
  sendsWith: ['authToken'],
  recipients: () => [],
  verify: () => ({ accepted: false, reason: 'wrong_signature' }),
  parse: async () => [],
  send: (message, _secrets, _http, signal) => send(message, signal),
  limits,
})

/**
 * What a handler of the channels service gets, on real embedded documents, while nothing runs by itself: tests take the
 * steps. `told` is what other services learn.
 */
export async function startTestOutbound() {
  const store = openSqlite(':memory:')
  const time = { now: startedAt }
  const told: BodyOf<typeof channels.events.deliveryChanged>[] = []
  const handedOver: string[] = []
  const outboundHttp = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  let context!: ChannelsContext
  const still: Service = {
    ...channelsService,
    handlers: {},
    subscriptions: {},
    background: {},
    async start(own: ChannelsContext) {
      context = own.forTenant('acme')
      return { close: async () => {} }
    },
  }
  const listener = standIn({
    name: 'chat',
    handlers: {
      channels: {
        deliveryChanged: async (body) => void told.push(body),
      },
      chat: {
        async conversationHandOver({ operationId, conversationId, reason = '' }) {
          handedOver.push(operationId)
          const how = { assignee: null, summary: '', handedOverAt: new Date().toISOString(), alreadyHandedOver: false }
          return { conversationId, status: 'escalated' as const, reason, ...how }
        },
      },
    },
  })
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), outboundHttp } as OpenPorts
  const log = openLog({ level: process.env.TEST_LOG ?? 'silent', terminal: false })
  const env = { ENCRYPTION_KEY: 'a key of the tests', PUBLIC_URL: 'https://desk.example' }
  const running = await run([still, listener], ports, { env, log, clock: { now: () => time.now } })

  const taken: Outbound[] = []

  const test = {
    context,
    time,
    told,
    taken,
    /** A provider that accepts every message and adds it to `taken`. */
    accepting: (kind: ChannelKind, limits?: Provider['limits']) =>
      fakeProvider(kind, async (message) => ({ id: `provider-${taken.push(message)}` }), limits),
    /** By which operations conversations were given to people. */
    handedOver,
    async keepChannel(kind: ChannelKind, more: Partial<ChannelDocument> = {}, tenant = 'acme') {
      const at = new Date(startedAt).toISOString()
      await context.collections.accounts.put(tenant, channelId, {
        channelId,
        kind,
        provider: kind === 'email' ? 'raw' : 'twilio',
        address: kind === 'email' ? 'support@shop.example' : '+46700000001',
        enabled: true,
        sealed: sealSecrets({ authToken: 'secret' }, channelId, context.forTenant(tenant)),
        secretNames: ['authToken'],
        createdAt: at,
        updatedAt: at,
        ...more,
      })
    },
    async recordThread(
      kind: ChannelKind,
      { tenant = 'acme', ...more }: Partial<ThreadDocument> & { tenant?: string } = {},
    ) {
      const id = more.conversationId ?? conversationId
      await context.collections.threads.put(tenant, id, {
        conversationId: id,
        channelId,
        kind,
        address: kind === 'email' ? 'anna@home.example' : '+46701234567',
        lastInboundAt: new Date(startedAt).toISOString(),
        messageIds: [],
        ...more,
      })
    },
    message: (sequence: number, more: Partial<Message> = {}): Message => ({
      id: messageIdOf(sequence),
      conversationId,
      sequence,
      author: { kind: 'ai' },
      kind: 'message',
      content: `Answer ${sequence}.`,
      createdAt: new Date(startedAt).toISOString(),
      ...more,
    }),
    async outbound(id: string): Promise<OutboundDocument | undefined> {
      return (await context.collections.outbound.get('acme', id))?.body
    },
    /** Queues so many messages in a conversation with a channel. */
    async queue(kind: ChannelKind, messages = 1, content?: string, more: Partial<Message> = {}) {
      await test.keepChannel(kind)
      await test.recordThread(kind)
      for (let sequence = 1; sequence <= messages; sequence++)
        await saveMessage(test.message(sequence, { ...(content && { content }), ...more }), kind, channelId, context)
    },
    /** Runs the conversation's lane until nothing more is due. */
    async send(provider: Provider, own: ChannelsContext = context) {
      for (let steps = 0; steps < 100; steps++) if (!(await step(conversationId, own, [provider]))) return
      throw new Error('the lane is never done')
    },
    /** Resolves when everything that was published has been received. */
    settle: running.settle,
    async stop() {
      await running.stop()
      await outboundHttp.close()
      await store.close()
    },
  }
  return test
}

export type TestOutbound = Awaited<ReturnType<typeof startTestOutbound>>
