import { chat as chatContracts, type InputOf } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import { findConversations } from '../conversations/find-conversations.ts'
import { wordDocuments } from '../conversations/message-words.ts'

let store: SqliteStore
let chat: TestChat
const minute = (n: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + n * 60_000).toISOString()
const idOf = (n: number) => `cnv_${String(n).padStart(32, '0')}`

beforeAll(async () => {
  store = openTestStore()
  chat = await startTestChat({ store })
  const conversation = (i: number) => ({
    ...{ status: 'open', handler: 'queue', channel: 'api', assignee: null, tags: [], language: null, operations: [] },
    ...{ createdAt: minute(i), updatedAt: minute(i), lastMessageAt: minute(i), messageCount: 2, customerSequence: 1 },
    turns: [] as [],
  })
  const { collections, tenant } = chat.chatContext
  const bodies = Array.from({ length: 1_200 }, (_, i) => ({ id: idOf(i), body: conversation(i) }))
  for (const { body } of bodies.slice(0, 30)) Object.assign(body, { handler: 'agent', assignee: 'agt_anna' })
  for (const { body } of bodies.slice(30, 37)) Object.assign(body, { snoozedUntil: minute(1_000_000), tags: ['vip'] })
  for (const { body } of bodies.slice(40, 45)) Object.assign(body, { status: 'resolved', tags: ['vip'] })
  for (const { body } of bodies.slice(45, 50)) Object.assign(body, { handler: 'ai' })
  await collections.conversations.putMany(tenant, bodies as never)
})
afterAll(async () => {
  await chat.stop()
  await store.close()
})

let operations = 0
type ViewInput = InputOf<typeof chatContracts.queries.viewCreate>['view']
const create = (view: ViewInput, agentId?: string) =>
  chat.context.ask(chatContracts.queries.viewCreate, {
    ...{ operationId: `view-${operations++}`, view },
    ...(agentId && { agentId }),
  })
const count = async (views: string[], agentId?: string) =>
  (await chat.context.ask(chatContracts.queries.inboxCount, { views, ...(agentId && { agentId }) })).items

it('standard views are counted up to a thousand, and unread ones for the agent that asks', async () => {
  for (const i of [0, 1, 2]) {
    const read = { conversationId: idOf(i), agentId: 'agt_anna', sequence: 2 }
    await chat.context.ask(chatContracts.queries.conversationMarkRead, read)
  }
  expect(await count(['queue', 'mine', 'unassigned', 'ai', 'snoozed', 'resolved', 'all', 'mine'], 'agt_anna')).toEqual([
    { view: 'queue', count: 1_000, exact: false, unread: 1_000 },
    { view: 'mine', count: 30, exact: true, unread: 27 },
    { view: 'unassigned', count: 1_000, exact: false, unread: 1_000 },
    { view: 'ai', count: 5, exact: true, unread: 5 },
    { view: 'snoozed', count: 7, exact: true, unread: 7 },
    { view: 'resolved', count: 5, exact: true, unread: 5 },
    { view: 'all', count: 1_000, exact: false, unread: 1_000 },
  ])
  expect(await count(['ai'])).toEqual([{ view: 'ai', count: 5, exact: true }])
})

it('a view lists what its filter matches for the agent that looks; parameters of the request take precedence', async () => {
  const mine = await create({ name: 'Mine', filter: { assignee: 'me', unread: true }, shared: true, sort: 'oldest' })
  const vips = await create({ name: 'VIPs', filter: { tag: 'vip' } }, 'agt_anna')
  const list = async (more: object) =>
    (await chat.context.ask(chatContracts.queries.conversationList, { limit: 100, ...more })).items.map(({ id }) => id)
  expect(await list({ view: mine.id, agentId: 'agt_anna' })).toEqual(Array.from({ length: 27 }, (_, i) => idOf(i + 3)))
  expect(await list({ view: mine.id, agentId: 'agt_bo' })).toEqual([])
  expect(await list({ view: vips.id, agentId: 'agt_anna', status: 'resolved' })).toEqual([44, 43, 42, 41, 40].map(idOf))
  expect(await list({ view: 'snoozed', sort: 'oldest' })).toEqual([30, 31, 32, 33, 34, 35, 36].map(idOf))
  expect(await count([vips.id, mine.id], 'agt_anna')).toEqual([
    { view: vips.id, count: 12, exact: true, unread: 12 },
    { view: mine.id, count: 27, exact: true, unread: 27 },
  ])
})

/** The conversations say these words, as the store has them. */
async function say(content: string, ...numbers: number[]): Promise<void> {
  const { collections, tenant } = chat.chatContext
  for (const n of numbers) {
    const conversationId = idOf(n)
    const message = {
      ...{ id: `msg_${content}_${n}`, conversationId, sequence: 1, content, createdAt: minute(n) },
      ...{ kind: 'message' as const, author: { kind: 'customer' as const } },
    }
    await collections.messages.put(tenant, message.id, message)
    await collections.messageWords.putMany(tenant, wordDocuments(message))
  }
}

it('a search in a view goes by the newest message, whatever the order of the view', async () => {
  await say('Zebedee', 1, 2)
  const list = async (more: object) =>
    (await chat.context.ask(chatContracts.queries.conversationList, { limit: 10, ...more })).items.map(({ id }) => id)
  for (const sort of ['oldest', 'waiting'] as const) {
    const plain = await create({ name: 'Anna', filter: { assignee: 'agt_anna' }, shared: true, sort })
    expect(await list({ view: plain.id, q: 'zebedee' })).toEqual([idOf(2), idOf(1)])
    const searching = await create({ name: 'Zebedee', filter: { q: 'zebedee' }, shared: true, sort })
    expect(await list({ view: searching.id })).toEqual([idOf(2), idOf(1)])
    await expect(list({ view: searching.id, sort })).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

it('a search among named conversations looks at these alone', async () => {
  await say('And?', 60, 61, 700)
  await say('Yggdrasil', 60, 700)
  const { chatContext } = chat
  const { conversations } = chatContext.collections
  let looked = 0
  const find: typeof conversations.find = async (...asked) => {
    const found = await conversations.find(...asked)
    looked += found.items.length
    return found
  }
  const collections = { ...chatContext.collections, conversations: { ...conversations, find } }
  const ids = [60, 61, 62].map(idOf)
  // The first stands in no index of words, for it stands everywhere.
  for (const [q, found, most] of [
    ['and', [61, 60], 3],
    ['yggdrasil', [60], 1],
  ] as const) {
    looked = 0
    const listed = await findConversations({ filter: { q, ids }, limit: 10 }, { ...chatContext, collections })
    expect(listed.items.map(({ id }) => id)).toEqual(found.map(idOf))
    expect(looked).toBe(most)
  }
})

it('a view of one agent is not there for others, in any way', async () => {
  const { id: viewId } = await create({ name: 'Own', filter: {}, icon: 'star', order: 3 }, 'agt_anna')
  const { queries } = chatContracts
  const asBo = { viewId, agentId: 'agt_bo' }
  const refused = { code: 'not_found' }
  await expect(chat.context.ask(queries.viewRead, asBo)).rejects.toMatchObject(refused)
  await expect(chat.context.ask(queries.viewRead, { viewId })).rejects.toMatchObject(refused)
  await expect(chat.context.ask(queries.viewUpdate, { ...asBo, patch: { name: 'x' } })).rejects.toMatchObject(refused)
  await expect(chat.context.ask(queries.viewDelete, asBo)).rejects.toMatchObject(refused)
  await expect(chat.context.ask(queries.conversationList, { view: viewId })).rejects.toMatchObject(refused)
  // Left out, so that one that is gone hides no other's count.
  expect(await count([viewId, 'all'], 'agt_bo')).toMatchObject([{ view: 'all' }])
  const idsFor = async (agentId: string) =>
    (await chat.context.ask(queries.viewList, { agentId })).items.map(({ id }) => id)
  expect([(await idsFor('agt_anna')).at(-1), (await idsFor('agt_bo')).includes(viewId)]).toEqual([viewId, false])

  const patch = { shared: true, icon: null, filter: { status: 'open' } } as const
  const changed = await chat.context.ask(queries.viewUpdate, { viewId, agentId: 'agt_anna', patch })
  expect(changed).toMatchObject({
    name: 'Own',
    shared: true,
    filter: { status: 'open' },
    agentId: 'agt_anna',
    order: 3,
  })
  expect(changed).not.toHaveProperty('icon')
  expect(await idsFor('agt_bo')).toContain(viewId)
  await chat.context.ask(queries.viewDelete, asBo)
  await expect(chat.context.ask(queries.viewRead, asBo)).rejects.toMatchObject(refused)
})

it('a view that belongs to no agent is shared and stays so', async () => {
  await expect(create({ name: 'x', filter: {} })).rejects.toMatchObject({ code: 'invalid_request' })
  const { id: viewId } = await create({ name: 'x', filter: {}, shared: true })
  const patch = { shared: false }
  await expect(chat.context.ask(chatContracts.queries.viewUpdate, { viewId, patch })).rejects.toMatchObject({
    code: 'conflict',
  })
})
