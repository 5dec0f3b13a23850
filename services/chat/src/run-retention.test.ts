import {
  activityList,
  analyticsCopiesErase,
  type BodyOf,
  channelCopiesErase,
  conversationUpdate,
  copilotCopiesErase,
  deliveryCopiesErase,
  type ErasureSubject,
  replyCopiesErase,
  retentionPerformed,
  ServiceError,
  settingsUpdate,
  usageRead,
} from '@frontdesk/contracts'
// biome-ignore lint/plugin: as in start-test-chat.
import { policyEngine } from '@frontdesk/policy-engine'
import { defineService } from '@frontdesk/service'
import type { SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { runRetentions } from './run-retention.ts'
import { eventually, openTestStore, startTestChat, type TestChat } from './start-test-chat.ts'

const dayMs = 86_400_000
const actor = { kind: 'api' as const, id: 'key_1' }
let now: number
let asked: { by: string; subject: ErasureSubject }[]
let told: BodyOf<typeof retentionPerformed>[]
/** Those that do not answer. */
let away: Set<string>
let store: SqliteStore
let chat: TestChat

/** Every service that keeps copies, in one: each finds one thing to remove. */
const others = () => {
  const eraser = (by: string) => async (body: { subject: ErasureSubject }) => {
    if (away.has(by)) throw new ServiceError('unavailable')
    asked.push({ by, subject: body.subject })
    return { removed: [{ what: `copies of ${by}`, count: 1 }], cursor: null }
  }
  return defineService({
    name: 'others',
    config: z.object({}),
    uses: [],
    collections: {},
    publishes: {},
    asks: {},
    handles: {
      analyticsCopiesErase,
      channelCopiesErase,
      copilotCopiesErase,
      deliveryCopiesErase,
      replyCopiesErase,
      retentionPerformed,
    },
    handlers: {
      analyticsCopiesErase: eraser('analytics'),
      channelCopiesErase: eraser('channels'),
      copilotCopiesErase: eraser('copilot'),
      deliveryCopiesErase: eraser('deliveries'),
      replyCopiesErase: eraser('replies'),
      retentionPerformed: async (body) => void told.push(body),
    },
  })
}

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  asked = []
  told = []
  away = new Set()
  store = openTestStore()
  chat = await startTestChat({ store, clock: { now: () => now }, beside: [policyEngine, others()] })
})
afterEach(async () => {
  await chat.stop()
  await store.close()
})

async function talk(status?: 'closed' | 'resolved'): Promise<string> {
  const parts = await chat.read('How long does delivery take?').ended
  const conversationId = (parts[0] as { conversationId: string }).conversationId
  if (status) await chat.context.ask(conversationUpdate, { conversationId, patch: { status }, actor })
  await eventually(async () => {
    expect((await chat.conversations.get('acme', conversationId))!.outbox).toEqual([])
    expect(await chat.messages(conversationId)).toHaveLength(2)
  })
  return conversationId
}

async function keepFor(retentionDays: number | null): Promise<void> {
  await chat.context.ask(settingsUpdate, { patch: { retentionDays }, actor })
}

const isThere = async (id: string): Promise<boolean> => (await chat.conversations.get('acme', id)) !== undefined
const sweep = () => runRetentions(chat.chatContext)
const days = { from: '2026-03-01', to: '2026-03-31' }

it('what people were done with long ago goes with everything of it, everywhere; numbers stay', async () => {
  const closed = await talk('closed')
  const resolved = await talk('resolved')
  const open = await talk()
  now += 10 * dayMs
  const recent = await talk('closed')
  const { questions } = await chat.context.ask(usageRead, days)
  await keepFor(10)
  now += 1
  await eventually(async () => {
    await sweep()
    expect(told).toHaveLength(1)
  })

  expect(await Promise.all([closed, resolved, open, recent].map(isThere))).toEqual([false, false, true, true])
  await expect(chat.messages(closed)).rejects.toMatchObject({ code: 'not_found' })
  const { collections } = chat.chatContext
  for (const kept of [collections.messages, collections.activityLog, collections.messageWords]) {
    expect(await (kept as typeof collections.messages).count('acme', { conversationId: closed })).toBe(0)
  }
  expect(asked.map(({ by }) => by)).toEqual(['copilot', 'analytics', 'channels', 'deliveries', 'replies'])
  for (const { subject } of asked) {
    expect(subject.kind).toBe('conversations')
    expect((subject as { conversationIds: string[] }).conversationIds.sort()).toEqual([closed, resolved].sort())
  }
  const erased = await collections.changeLog.find('acme', { where: { type: 'conversation.erased' } })
  expect(erased.items.map(({ body }) => body.conversationId).sort()).toEqual([closed, resolved].sort())
  expect(told[0]!.removed).toEqual(
    expect.arrayContaining([
      { what: 'conversations', count: 2 },
      { what: 'messages', count: 4 },
      { what: 'copies of channels', count: 1 },
    ]),
  )
  expect((await chat.context.ask(usageRead, days)).questions).toBe(questions)
  expect((await chat.context.ask(activityList, { conversationId: recent, limit: 10 })).items.length).toBeGreaterThan(0)
})

it('nothing goes by itself where nobody asked for it, or does not any more', async () => {
  const closed = await talk('closed')
  await keepFor(5)
  await keepFor(null)
  now += 400 * dayMs
  await sweep()
  expect(await isThere(closed)).toBe(true)
  expect([asked, told]).toEqual([[], []])
})

it('a run that broke off in the midst goes on until every copy is gone, and tells once what it removed', async () => {
  const closed = await talk('closed')
  away.add('deliveries')
  now += 3 * dayMs
  await keepFor(2)
  await eventually(async () => {
    await sweep()
    expect(await isThere(closed)).toBe(false)
  })
  expect(told).toEqual([])
  const before = asked.length
  now += 60_000
  await sweep()
  expect(asked.slice(before).map(({ by }) => by)).toEqual(['copilot', 'analytics', 'channels'])
  away.clear()
  now += 60_000
  await sweep()
  await eventually(() => expect(told).toHaveLength(1))
  expect(asked.at(-1)).toEqual({ by: 'replies', subject: { kind: 'conversations', conversationIds: [closed] } })
  now += 2 * 3_600_000
  await sweep()
  expect(told).toHaveLength(1)
})
