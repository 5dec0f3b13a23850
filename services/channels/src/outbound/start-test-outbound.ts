import { sqliteBus } from '@frontdesk/bus'
import {
  type BodyOf,
  type ChannelKind,
  conversationHandOver,
  type Message,
  messageDeliveryChanged,
} from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { z } from 'zod'
import { sealSecrets } from '../channel-secrets.ts'
import type { ChannelsContext } from '../context.ts'
import type { ChannelDocument, ThreadDocument } from '../documents.ts'
import type { Outbound, Provider, Sent } from '../provider.ts'
import { channels } from '../service.ts'
import type { OutboundDocument } from './outbound-document.ts'

export const startedAt = Date.parse('2026-11-21T10:00:00.000Z')
export const conversationId = `cnv_${'0'.repeat(31)}1`
export const channelId = 'chn_1'

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
  const told: BodyOf<typeof messageDeliveryChanged>[] = []
  const handedOver: string[] = []
  const outboundHttp = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  let context!: ChannelsContext
  const still = defineService({
    ...channels,
    handles: {},
    handlers: {},
    delivery: {},
    exhausted: {},
    background: {},
    async start(own) {
      context = own.forTenant('acme')
      return { close: async () => {} }
    },
  })
  const listener = defineService({
    name: 'chat',
    config: z.object({}),
    uses: [],
    collections: {},
    publishes: {},
    asks: {},
    handles: { messageDeliveryChanged, conversationHandOver },
    handlers: {
      messageDeliveryChanged: async (body) => void told.push(body),
      async conversationHandOver({ operationId, conversationId, reason = '' }) {
        handedOver.push(operationId)
        const how = { assignee: null, summary: '', handedOverAt: new Date().toISOString(), alreadyHandedOver: false }
        return { conversationId, status: 'escalated' as const, reason, ...how }
      },
    },
  })
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), outboundHttp } as OpenPorts
  const log = openLog({ level: process.env.TEST_LOG ?? 'silent', terminal: false })
  const env = { ENCRYPTION_KEY: 'a key of the tests', PUBLIC_URL: 'https://desk.example' }
  const running = await run([still, listener], ports, { env, log, clock: { now: () => time.now } })

  return {
    context,
    time,
    told,
    /** By which operations conversations were given to people. */
    handedOver,
    async keepChannel(kind: ChannelKind, more: Partial<ChannelDocument> = {}) {
      const at = new Date(startedAt).toISOString()
      await context.collections.accounts.put('acme', channelId, {
        channelId,
        kind,
        provider: kind === 'email' ? 'raw' : 'twilio',
        address: kind === 'email' ? 'support@shop.example' : '+46700000001',
        enabled: true,
        sealed: sealSecrets({ authToken: 'secret' }, channelId, context),
        secretNames: ['authToken'],
        createdAt: at,
        updatedAt: at,
        ...more,
      })
    },
    async keepThread(kind: ChannelKind, more: Partial<ThreadDocument> = {}) {
      await context.collections.threads.put('acme', conversationId, {
        conversationId,
        channelId,
        kind,
        address: kind === 'email' ? 'anna@home.example' : '+46701234567',
        lastInboundAt: new Date(startedAt).toISOString(),
        messageIds: [],
        ...more,
      })
    },
    message: (sequence: number, more: Partial<Message> = {}): Message => ({
      id: `msg_${conversationId.slice(4)}_${sequence}a`,
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
    async stop() {
      await running.stop()
      await outboundHttp.close()
      await store.close()
    },
  }
}

export type TestOutbound = Awaited<ReturnType<typeof startTestOutbound>>
