import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import {
  type BodyOf,
  type ChannelAccount,
  channels,
  type chat as chatContracts,
  derivedId,
  type ErrorCode,
  type Message,
  newId,
  platformTenant,
  ServiceError,
  sealedRequestOwner,
} from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { sealFor } from '@frontdesk/secrets'
import { type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { channelsService } from '../src/service.ts'

/** A message as the chat of the test took it. */
export type Taken = BodyOf<typeof chatContracts.streams.messageAnswer> & { tenant: string; conversationId: string }

/** A chat that takes messages and answers nothing: the same operation again takes nothing, as the real one does. */
function openChat() {
  const state = {
    taken: [] as Taken[],
    handedOver: [] as string[],
    isAway: false,
    /** Set: what chat says to every message, for good. */
    refuses: undefined as ErrorCode | undefined,
    turnedAway: 0,
    erased: new Set<string>(),
    /** What agents wrote, as far as a test needs it. */
    messages: [] as Pick<Message, 'id' | 'conversationId' | 'attachments'>[],
  }
  let context: any
  const conversation = (id: string) => `cnv_${id.slice(4)}`
  const service = standIn({
    name: 'chat',
    handlers: {
      chat: {
        async *messageAnswer(body, context) {
          const { tenant } = context
          if (state.isAway || state.refuses) {
            state.turnedAway++
            throw new ServiceError(state.refuses ?? 'unavailable')
          }
          const conversationId = body.conversationId ?? conversation(derivedId('cnv', tenant, body.operationId))
          if (body.conversationId && state.erased.has(conversationId)) throw new ServiceError('not_found')
          const isNew = !state.taken.some(({ operationId, ...one }) => {
            return operationId === body.operationId && one.conversationId === conversationId
          })
          if (isNew) state.taken.push({ ...body, tenant, conversationId })
          // From now on everybody sees the message, and may ask for its files.
          for (const { id } of body.attachments ?? [])
            await context.ask(channels.queries.attachmentRead, { conversationId, attachmentId: id })
          const messageId = derivedId('msg', conversationId, body.operationId).slice(0, -1)
          yield { type: 'start' as const, offset: 0, conversationId, messageId: `${messageId}a` }
        },
        async messageRead({ conversationId, messageId }) {
          if (state.isAway) throw new ServiceError('unavailable')
          const found = state.messages.find((each) => each.id === messageId && each.conversationId === conversationId)
          if (!found) throw new ServiceError('not_found')
          const author = { kind: 'agent' as const }
          return {
            ...found,
            sequence: 1,
            author,
            kind: 'message',
            content: 'See this.',
            createdAt: '2026-01-01T00:00:00.000Z',
          }
        },
        async conversationHandOver({ conversationId }) {
          state.handedOver.push(conversationId)
          const at = '2026-01-01T00:00:00.000Z'
          return {
            conversationId,
            status: 'escalated' as const,
            assignee: null,
            reason: '',
            summary: '',
            handedOverAt: at,
            alreadyHandedOver: false,
          }
        },
      },
    },
    async start(given) {
      context = given
      return { close: async () => {} }
    },
  })
  return { service: service as Service, state, contextFor: (tenant: string) => context.forTenant(tenant) }
}

export type Received = { status: number; contentType?: string; body?: string }
type Sent = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string | Uint8Array; asBlob?: boolean }

/** Channels on the real embedded bus, documents and blobs, beside a chat of the test. */
export async function startTestChannels(
  options: {
    store?: SqliteStore
    env?: Record<string, string>
    clock?: { now(): number }
    /** Told of everything that crosses the bus. */
    onBytes?(bytes: Uint8Array): void
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-channels-'))
  const store = options.store ?? openSqlite(':memory:')
  const chat = openChat()
  const check = async () => {}
  const bus = sqliteBus(store)
  const heard = options.onBytes
  const ports = {
    bus: heard
      ? {
          ...bus,
          publish: (events: any[]) => {
            for (const { bytes } of events) heard(bytes)
            return bus.publish(events)
          },
          request: async (...asked: Parameters<typeof bus.request>) => {
            heard(asked[1])
            const reply = await bus.request(...asked)
            heard(reply)
            return reply
          },
          openStream: (...asked: Parameters<typeof bus.openStream>) => {
            heard(asked[1])
            return bus.openStream(...asked)
          },
        }
      : bus,
    documents: sqliteDocuments(store),
    blobs: await filesystemBlobs(folder),
    outboundHttp: openOutboundHttp({ allow: ['127.0.0.1/32'] }),
    chunkIndex: { check },
    models: { check },
  } as unknown as OpenPorts
  const env = { ENCRYPTION_KEY: 'a key of the tests', PUBLIC_URL: 'https://desk.example.com', ...options.env }
  const log = openLog({ level: process.env.LOG_LEVEL ?? 'silent', terminal: false })
  const clock = options.clock ? { clock: options.clock } : {}
  let inside: any
  const heardOf = {
    ...channelsService,
    async start(context: any) {
      inside = context
      return (await channelsService.start?.(context)) ?? { close: async () => {} }
    },
  } as Service
  const running = await run([chat.service, heardOf], ports, { env, log, ...clock })

  const ask = (contract: any, body: object, tenant = 'acme'): Promise<any> =>
    chat.contextFor(tenant).ask(contract, body)
  const seal = async (text: string, owner: string) =>
    sealFor((await ask(channels.queries.publicKeyRead, {})).publicKey, text, owner)

  return {
    ...chat.state,
    chat: chat.state,
    ports,
    context: (tenant = 'acme') => inside.forTenant(tenant),
    ask,
    async create(
      channel: { kind: string; provider: string; address: string; name?: string },
      secrets: Record<string, string>,
      tenant = 'acme',
    ): Promise<ChannelAccount> {
      const channelId = newId('chn')
      const letter = await seal(JSON.stringify(secrets), `${tenant}/${channelId}`)
      return ask(channels.queries.channelCreate, { operationId: newId('op'), channelId, channel, letter }, tenant)
    },
    async rotate(channelId: string, secrets: Record<string, string>, tenant = 'acme'): Promise<ChannelAccount> {
      const letter = await seal(JSON.stringify(secrets), `${tenant}/${channelId}`)
      return ask(channels.queries.channelUpdate, { channelId, patch: {}, letter }, tenant)
    },
    /** What the gateway does with a provider's request. */
    async receive(target: string, { method = 'POST', headers = {}, body = '', asBlob }: Sent): Promise<Received> {
      const [, , , kind, channelId] = target.split('?', 1)[0]!.split('/')
      const head = await seal(JSON.stringify({ method, target, headers }), sealedRequestOwner)
      const bytes = Buffer.from(body as string)
      const blobId = newId('op')
      if (asBlob) await ports.blobs.put(platformTenant, blobId, bytes)
      const sent = asBlob ? { blobId } : { base64: bytes.toString('base64') }
      return ask(
        channels.queries.requestReceive,
        { kind, ...(channelId && { channelId }), head, body: sent },
        platformTenant,
      )
    },
    async stop() {
      await running.stop()
      await ports.outboundHttp.close()
      await ports.blobs.close()
      if (!options.store) await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
