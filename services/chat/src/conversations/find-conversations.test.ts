import type { ConversationFilter, ConversationSort } from '@frontdesk/contracts'
import { chat as chatContracts } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import type { SqliteStore } from '@frontdesk/sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import type { ConversationDocument } from './conversation-document.ts'

const statuses = ['open', 'escalated', 'resolved', 'closed'] as const
const handlers = ['ai', 'queue', 'agent'] as const
const channels = ['api', 'email', 'sms'] as const
const assignees = [null, 'agt_anna', 'agt_bo'] as const
const tags = [[], ['vip'], ['vip', 'late'], ['late']]
const count = 300
const minute = (n: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + n * 60_000).toISOString()

type Kept = { id: string; body: ConversationDocument; isUnread: boolean }
let store: SqliteStore
let chat: TestChat
let kept: Kept[]

beforeAll(async () => {
  store = openTestStore()
  chat = await startTestChat({ store })
  const { collections, tenant } = chat.chatContext
  kept = Array.from({ length: count }, (_, i): Kept => {
    // Of many in one minute, so that ties are met.
    const at = minute((i * 37) % 60)
    const status = statuses[i % 4]!
    return {
      id: `cnv_${String((i * 7) % count).padStart(32, '0')}`,
      isUnread: i % 3 !== 0,
      body: {
        ...{
          status,
          handler: status === 'escalated' ? 'queue' : handlers[i % 3]!,
          channel: channels[i % 5 === 0 ? 1 : 0]!,
        },
        ...{ assignee: assignees[i % 7 > 2 ? 0 : i % 7]!, tags: tags[i % 4 === 3 ? i % 3 : 0]!, language: null },
        ...{ createdAt: at, updatedAt: at, lastMessageAt: at, messageCount: 3, customerSequence: 2 },
        ...(i % 6 === 0 && { snoozedUntil: minute(1_000_000) }),
        ...(i % 4 < 2 && i % 5 < 2 && { waitingSince: minute((i * 11) % 50) }),
        ...{ turns: [], operations: [] },
      },
    }
  })
  await collections.conversations.putMany(tenant, kept)
  await collections.readMarkers.putMany(
    tenant,
    kept.flatMap(({ id, isUnread }, i) => {
      // Some that are unread were read up to the message before.
      const sequence = isUnread ? (i % 2 ? 1 : 0) : 2
      if (sequence === 0) return []
      const marker = { agentId: 'agt_anna', conversationId: id, sequence, at: minute(0) }
      return [{ id: `agt_anna ${id}`, body: marker }]
    }),
  )
})
afterAll(async () => {
  await chat.stop()
  await store.close()
})

type Listing = { filter: ConversationFilter; sort: ConversationSort; limit: number }

async function listed({ filter, sort, limit }: Listing): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page: { items: { id: string; unread?: boolean | undefined }[]; nextCursor: string | null } =
      await chat.context.ask(chatContracts.queries.conversationList, {
        ...{ ...filter, sort, limit, agentId: 'agt_anna' },
        ...(cursor !== null && { cursor }),
      })
    for (const { id, unread } of page.items) {
      expect(unread).toBe(kept.find((each) => each.id === id)!.isUnread)
      ids.push(id)
    }
    cursor = page.nextCursor
    if (cursor === null) return ids
  }
}

/** What a list has to have, by looking at each. */
function expected({ filter, sort }: Listing): string[] {
  const has = <T>(given: T | T[] | undefined, value: T) =>
    given === undefined || [given].flat().includes(value as never)
  const assigneeOf = (value: string) => (value === 'me' ? 'agt_anna' : value === 'none' ? null : value)
  const { assignee, tag, snoozed = 'any', unread, ids, from } = filter
  return kept
    .filter(({ id, body, isUnread }) =>
      [
        has(filter.status, body.status),
        has(filter.handler, body.handler),
        has(filter.channel, body.channel),
        has(assignee === undefined ? undefined : [assignee].flat().map(assigneeOf), body.assignee),
        tag === undefined || [tag].flat().some((each) => body.tags.includes(each)),
        snoozed === 'any' || (snoozed === 'true') === (body.snoozedUntil !== undefined),
        !unread || isUnread,
        ids === undefined || [ids].flat().includes(id),
        from === undefined || body.lastMessageAt >= from,
        sort !== 'waiting' || body.waitingSince !== undefined,
      ].every(Boolean),
    )
    .sort((a, b) => {
      const at = ({ body }: Kept) => (sort === 'waiting' ? body.waitingSince! : body.lastMessageAt)
      const forwards = at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : a.id < b.id ? -1 : 1
      return sort === 'newest' ? -forwards : forwards
    })
    .map(({ id }) => id)
}

it('any combination of filters, in any order, lists exactly the matching conversations, page after page', async () => {
  const some = <T>(values: readonly T[]) =>
    fc.oneof(fc.constantFrom(...values), fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }))
  const filters = fc.record(
    {
      status: some(statuses),
      handler: some(handlers),
      channel: some(channels),
      assignee: some(['me', 'none', 'agt_bo']),
      tag: some(['vip', 'late', 'nothing']),
      snoozed: fc.constantFrom('true' as const, 'false' as const, 'any' as const),
      unread: fc.constant(true),
      ids: fc.uniqueArray(
        fc.integer({ min: 0, max: count - 1 }).map((i) => kept[i]!.id),
        { minLength: 1, maxLength: 90 },
      ),
      from: fc.constantFrom(minute(20), minute(59)),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<ConversationFilter>
  const sorts = fc.constantFrom<ConversationSort>('newest', 'oldest', 'waiting')
  await fc.assert(
    fc.asyncProperty(filters, sorts, fc.integer({ min: 1, max: 40 }), async (filter, sort, limit) => {
      const listing = { filter, sort, limit }
      expect(await listed(listing)).toEqual(expected(listing))
    }),
    { numRuns: runs(150) },
  )
})

it('filters that depend on the agent need x-agent-id', async () => {
  for (const filter of [{ assignee: 'me' }, { unread: true as const }, { assignee: ['none', 'me'] }]) {
    await expect(chat.context.ask(chatContracts.queries.conversationList, filter)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  const { items } = await chat.context.ask(chatContracts.queries.conversationList, { limit: 2 })
  expect(items.map((each) => 'unread' in each)).toEqual([false, false])
})
