import {
  activityList,
  type BodyOf,
  type bulkRun,
  type ConversationFilter,
  conversationHandBack,
  conversationHandOver,
  conversationList,
  conversationUpdate,
  messageRate,
  messageWrite,
} from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportConversations } from './export-conversations.ts'
import { forgetBulks, runBulk } from './run-bulk.ts'
import { eventually, openTestStore, startTestChat, type TestChat } from './start-test-chat.ts'

const dayMs = 86_400_000
const agent = { id: 'agt_anna', name: 'Anna' }
const actor = { kind: 'agent', ...agent } as const
let now: number
let store: SqliteStore
let chat: TestChat
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  store = openTestStore()
  chat = await startTestChat({ store, clock: { now: () => now } })
})
afterEach(async () => {
  await chat.stop()
  await store.close()
})

async function talk(message = 'How long does delivery take?', conversationId?: string) {
  const parts = await chat.read(message, conversationId ? { conversationId } : {}).ended
  return parts[0] as { conversationId: string; messageId: string }
}
const stateOf = async (id: string) => (await chat.conversations.get('acme', id))!.body
const list = async (filter: ConversationFilter) =>
  (await chat.context.ask(conversationList, { ...filter, limit: 25 })).items.map(({ id }) => id)

it('a day counts whole in a filter, a time does not count', async () => {
  const { conversationId } = await talk()
  for (const [from, to] of [
    ['2026-03-01', '2026-03-01'],
    ['2026-02-01', '2026-03-01'],
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.001Z'],
  ]) {
    expect(await list({ from, to }), `${from} to ${to}`).toEqual([conversationId])
  }
  for (const [from, to] of [
    ['2026-02-27', '2026-02-28'],
    ['2026-03-02', '2026-03-02'],
    ['2026-03-01', '2026-03-01T12:00:00Z'],
  ]) {
    expect(await list({ from, to }), `${from} to ${to}`).toEqual([])
  }
})

it('handing back takes the assignee away, and says so in the log', async () => {
  const { conversationId } = await talk()
  await chat.context.ask(conversationHandOver, { operationId: 'op_1', conversationId, assignee: agent.id, actor })
  await chat.context.ask(conversationHandBack, { conversationId, actor })
  const lines = async () => (await chat.context.ask(activityList, { conversationId, limit: 10 })).items
  expect((await lines()).slice(0, 2)).toMatchObject([
    { action: 'unassign', actor: { kind: 'agent', id: agent.id }, from: agent.id, to: null },
    { action: 'hand_back', from: 'queue', to: 'ai' },
  ])
  await chat.context.ask(conversationHandOver, { operationId: 'op_2', conversationId, actor })
  await chat.context.ask(conversationHandBack, { conversationId, actor })
  expect((await lines()).map(({ action }) => action).slice(0, 2)).toEqual(['hand_back', 'hand_over'])
})

it('a list of which many have their last message in one moment is paged to its end', async () => {
  const ids = Array.from({ length: 150 }, (_, i) => `cnv_${String(i).padStart(32, '0')}`)
  const { conversationId } = await talk()
  const { turns: _, ...one } = await stateOf(conversationId)
  const { collections, tenant } = chat.chatContext
  for (const [i, id] of ids.entries()) {
    const at = i < 10 ? '2026-02-01T00:00:00.000Z' : i < 140 ? '2026-02-02T00:00:00.000Z' : '2026-02-03T00:00:00.000Z'
    await collections.conversations.insert(tenant, id, { ...one, turns: [], lastMessageAt: at })
    const message = { kind: 'message', author: { kind: 'customer' }, sequence: 1, createdAt: at } as const
    await collections.messages.put(tenant, `msg_${i}`, {
      ...message,
      id: `msg_${i}`,
      conversationId: id,
      content: 'And?',
    })
  }
  // A word that stands everywhere: no index of words helps.
  const seen: string[] = []
  let cursor: string | null | undefined
  for (let pages = 0; pages < 40 && cursor !== null; pages++) {
    const page = await chat.context.ask(conversationList, { q: 'and', limit: 7, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids.toReversed())
})

describe('a bulk action', () => {
  const ask = (bulk: BodyOf<typeof bulkRun>['bulk'], operationId = 'op_bulk') =>
    runBulk({ operationId, bulk, actor }, chat.chatContext)
  const kept = async () => (await chat.chatContext.collections.bulks.find('acme', {})).items

  it('keeps nothing of what its conversations were found by, and is forgotten after two days', async () => {
    const { conversationId } = await talk('Zebedee wants to know how long delivery takes')
    const search = { action: 'tag', tag: 'seen', filter: { q: 'zebedee' } } as const
    await eventually(async () => expect(await list({ q: 'zebedee' })).toEqual([conversationId]))
    const first = await ask(search)
    expect(first).toMatchObject({ requested: 1, succeeded: 1 })
    expect(JSON.stringify(await kept())).not.toContain('zebedee')

    // As long as a key for retries holds, the same one again is the same action.
    now += dayMs
    await eventually(async () => expect((await kept())[0]!.outbox).toEqual([]))
    await forgetBulks(chat.chatContext)
    await talk('Zebedee again: how long does delivery take?')
    expect(await ask(search)).toEqual(first)
    now += dayMs + 1
    await forgetBulks(chat.chatContext)
    expect(await kept()).toEqual([])
  })

  it('exports tags that can be told apart', async () => {
    const { conversationId } = await talk()
    await chat.context.ask(conversationUpdate, { conversationId, patch: { tags: ['å b', 'c'] }, actor })
    const request = { operationId: 'op_csv', actor, bulk: { action: 'export', ids: [conversationId], format: 'csv' } }
    let csv = ''
    for await (const { text } of exportConversations(request as never, chat.chatContext)) csv += text
    expect(csv).toContain(',"å b, c",')
  })
})

describe('an answer that helped', () => {
  const rate = (messageId: string) => chat.context.ask(messageRate, { messageId, helpful: true })
  const handOver = (conversationId: string) =>
    chat.context.ask(conversationHandOver, { operationId: 'op_1', conversationId, actor })

  it('resolves a conversation that was given to people, and one that was closed', async () => {
    const [given, closed] = [await talk(), await talk()]
    await handOver(given.conversationId)
    await chat.context.ask(conversationUpdate, { ...closed, patch: { status: 'closed' }, actor } as never)
    for (const { conversationId, messageId } of [given, closed]) {
      await rate(messageId)
      expect(await stateOf(conversationId)).toMatchObject({
        status: 'resolved',
        resolved: { by: 'ai', how: 'confirmed' },
      })
    }
    expect((await stateOf(given.conversationId)).handler).toBe('queue')
    await eventually(() =>
      expect(chat.events.filter(({ subject }) => subject === 'conversation.resolved')).toHaveLength(2),
    )
  })

  it('leaves to people what the customer asked them after it', async () => {
    const { conversationId, messageId } = await talk()
    await handOver(conversationId)
    await talk('And where is my parcel?', conversationId)
    await rate(messageId)
    expect(await stateOf(conversationId)).toMatchObject({ status: 'escalated', handler: 'queue' })
    const reply = { operationId: 'op_2', conversationId, kind: 'reply', content: 'On its way.', agent } as const
    await chat.context.ask(messageWrite, reply)
    await rate(messageId)
    expect(await stateOf(conversationId)).toMatchObject({ status: 'escalated', handler: 'agent' })
    expect((await stateOf(conversationId)).feedback).toMatchObject({ [messageId]: { helpful: true } })
  })
})
