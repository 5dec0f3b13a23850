import { type BodyOf, type ConversationFilter, chat as chatContracts } from '@frontdesk/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { exportConversations } from './export-conversations.ts'
import { purgeBulks, runBulk } from './run-bulk.ts'

const dayMs = 86_400_000
const agent = { id: 'agt_anna', name: 'Anna' }
const actor = { kind: 'agent', ...agent } as const
let now: number
const chats = useChats()
let chat: TestChat
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  chat = await chats.start({ clock: { now: () => now } })
})

async function talk(message = 'How long does delivery take?', conversationId?: string) {
  const parts = await chat.read(message, conversationId ? { conversationId } : {}).ended
  return parts[0] as { conversationId: string; messageId: string }
}
const stateOf = async (id: string) => (await chat.conversations.get('acme', id))!.body
const list = async (filter: ConversationFilter) =>
  (await chat.context.ask(chatContracts.queries.conversationList, { ...filter, limit: 25 })).items.map(({ id }) => id)

it('a date in a filter covers the whole day, a time is an exact bound', async () => {
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

it('handing back removes the assignee, and the log shows it', async () => {
  const { conversationId } = await talk()
  await chat.context.ask(chatContracts.queries.conversationHandOver, {
    operationId: 'op_1',
    conversationId,
    assignee: agent.id,
    actor,
  })
  await chat.context.ask(chatContracts.queries.conversationHandBack, { conversationId, actor })
  const lines = async () =>
    (await chat.context.ask(chatContracts.queries.activityList, { conversationId, limit: 10 })).items
  expect((await lines()).slice(0, 2)).toMatchObject([
    { action: 'unassign', actor: { kind: 'agent', id: agent.id }, from: agent.id, to: null },
    { action: 'hand_back', from: 'queue', to: 'ai' },
  ])
  await chat.context.ask(chatContracts.queries.conversationHandOver, { operationId: 'op_2', conversationId, actor })
  await chat.context.ask(chatContracts.queries.conversationHandBack, { conversationId, actor })
  expect((await lines()).map(({ action }) => action).slice(0, 2)).toEqual(['hand_back', 'hand_over'])
})

it('lists of conversations that show much of their visitor end before they outgrow a message', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `cnv_${String(i).padStart(32, '0')}`)
  const { conversationId } = await talk()
  const { turns: _, ...one } = await stateOf(conversationId)
  const { collections, tenant } = chat.chatContext
  await collections.conversations.remove(tenant, conversationId)
  const fields = { order: '\u0001'.repeat(670), claim: '\u0001'.repeat(670) }
  const visitor = { id: 'vis_1', widgetId: 'wgt_1', verified: true, fields }
  for (const id of ids) await collections.conversations.insert(tenant, id, { ...one, turns: [], visitor })
  const { conversationList, visitorConversationList } = chatContracts.queries
  type Page = { items: { id: string }[]; nextCursor: string | null }
  for (const read of [
    (cursor: object): Promise<Page> => chat.context.ask(conversationList, { limit: 100, ...cursor }),
    (cursor: object): Promise<Page> => chat.context.ask(conversationList, { limit: 100, sort: 'oldest', ...cursor }),
    (cursor: object): Promise<Page> =>
      chat.context.ask(visitorConversationList, { visitorId: 'vis_1', limit: 100, ...cursor }),
  ]) {
    const listed: string[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const page = await read(cursor === undefined ? {} : { cursor })
      listed.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(listed.toSorted()).toEqual(ids)
    expect(pages).toBeGreaterThan(1)
  }
})

it('a list with many equal last message times is paged to its end', async () => {
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
    const page = await chat.context.ask(chatContracts.queries.conversationList, {
      q: 'and',
      limit: 7,
      ...(cursor && { cursor }),
    })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids.toReversed())
})

describe('a bulk action', () => {
  const ask = (bulk: BodyOf<typeof chatContracts.queries.bulkRun>['bulk'], operationId = 'op_bulk') =>
    runBulk({ operationId, bulk, actor }, chat.chatContext)
  const kept = async () => (await chat.chatContext.collections.bulks.find('acme', {})).items

  it('stores nothing of its filter, and is purged after two days', async () => {
    const { conversationId } = await talk('Zebedee wants to know how long delivery takes')
    const search = { action: 'tag', tag: 'seen', filter: { q: 'zebedee' } } as const
    await eventually(async () => expect(await list({ q: 'zebedee' })).toEqual([conversationId]))
    const first = await ask(search)
    expect(first).toMatchObject({ requested: 1, succeeded: 1 })
    expect(JSON.stringify(await kept())).not.toContain('zebedee')

    // As long as a key for retries holds, the same one again is the same action.
    now += dayMs
    await eventually(async () => expect((await kept())[0]!.outbox).toEqual([]))
    await purgeBulks(chat.chatContext)
    await talk('Zebedee again: how long does delivery take?')
    expect(await ask(search)).toEqual(first)
    now += dayMs + 1
    await purgeBulks(chat.chatContext)
    expect(await kept()).toEqual([])
  })

  it('exports tags without ambiguity', async () => {
    const { conversationId } = await talk()
    await chat.context.ask(chatContracts.queries.conversationUpdate, {
      conversationId,
      patch: { tags: ['å b', 'c'] },
      actor,
    })
    const request = { operationId: 'op_csv', actor, bulk: { action: 'export', ids: [conversationId], format: 'csv' } }
    let csv = ''
    for await (const { text } of exportConversations(request as never, chat.chatContext)) csv += text
    expect(csv).toContain(',"å b, c",')
  })
})

describe('an answer that helped', () => {
  const rate = (messageId: string) => chat.context.ask(chatContracts.queries.messageRate, { messageId, helpful: true })
  const handOver = (conversationId: string) =>
    chat.context.ask(chatContracts.queries.conversationHandOver, { operationId: 'op_1', conversationId, actor })

  it('resolves a conversation that was handed over, and one that was closed', async () => {
    const [given, closed] = [await talk(), await talk()]
    await handOver(given.conversationId)
    await chat.context.ask(chatContracts.queries.conversationUpdate, {
      ...closed,
      patch: { status: 'closed' },
      actor,
    } as never)
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

  it('does not resolve a conversation in which the customer asked the agents more', async () => {
    const { conversationId, messageId } = await talk()
    await handOver(conversationId)
    await talk('And where is my parcel?', conversationId)
    await rate(messageId)
    expect(await stateOf(conversationId)).toMatchObject({ status: 'escalated', handler: 'queue' })
    const reply = { operationId: 'op_2', conversationId, kind: 'reply', content: 'On its way.', agent } as const
    await chat.context.ask(chatContracts.queries.messageWrite, reply)
    await rate(messageId)
    expect(await stateOf(conversationId)).toMatchObject({ status: 'escalated', handler: 'agent' })
    expect((await stateOf(conversationId)).feedback).toMatchObject({ [messageId]: { helpful: true } })
  })
})
