import { chat as chatContracts, type Draft, type Message, ServiceError } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import type { SqliteStore } from '@frontdesk/sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually, openTestStore, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import { followChanges } from '../conversations/change-log.ts'
import { purgeDrafts } from './drafts.ts'
import { purgeSignals } from './live-signals.ts'

const { queries } = chatContracts
let now: number
let store: SqliteStore
/** Two processes on one store. */
let chats: [TestChat, TestChat]
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  store = openTestStore()
  const options = { store, clock: { now: () => now } }
  chats = [await startTestChat(options), await startTestChat(options)]
})
afterEach(async () => {
  for (const chat of chats) await chat.stop()
  await store.close()
})

async function talk(): Promise<string> {
  const parts = await chats[0].read('How long does delivery take?').ended
  return (parts[0] as { conversationId: string }).conversationId
}
const codeOf = (error: unknown): string => {
  if (error instanceof ServiceError) return error.code
  throw error
}
let operations = 0

/** One window of an agent: what it has seen, and the draft that it has in hand. */
function openWindow(agentId: string, conversationId: string, chat: TestChat) {
  const about = { conversationId, agentId, kind: 'reply' as const }
  let seen = 0
  let revision = 0
  return {
    agentId,
    async look() {
      seen = (await chat.context.ask(queries.conversationRead, { conversationId })).messageCount
    },
    /** Writes over the draft that it knows; answers its words when they are kept, and learns what stands there otherwise. */
    async type(content: string): Promise<{ known: number; kept?: Draft; stood?: Draft | undefined }> {
      const known = revision
      try {
        const draft = { content, revision, sawSequence: seen }
        const kept = await chat.context.ask(queries.draftWrite, { ...about, draft })
        revision = kept.revision
        return { known, kept }
      } catch (error) {
        expect(codeOf(error)).toBe('conflict')
        const stood = (error as ServiceError).current as Draft | undefined
        revision = stood?.revision ?? 0
        return { known, stood }
      }
    },
    async send(): Promise<{ saw: number; message: Message } | undefined> {
      const saw = seen
      const body = {
        ...{ operationId: `send-${operations++}`, conversationId, kind: 'reply' as const },
        sawSequence: seen,
      }
      try {
        const agent = { id: agentId, name: agentId }
        return { saw, message: await chat.context.ask(queries.messageWrite, { ...body, content: 'Yes.', agent }) }
      } catch (error) {
        expect(codeOf(error)).toBe('conversation_moved')
        return undefined
      }
    },
    async discard() {
      await chat.context.ask(queries.draftDelete, about)
      revision = 0
    },
    read: () => chat.context.ask(queries.draftRead, about),
  }
}

it('whatever agents and customers do at once: no draft is overwritten unseen, and nobody replies to what they did not see', async () => {
  const steps = fc.array(
    fc.record({
      who: fc.integer({ min: 0, max: 3 }),
      what: fc.constantFrom('look', 'type', 'type', 'send', 'discard', 'customer'),
      /** Whether the next step begins before this one has ended. */
      together: fc.boolean(),
    }),
    { minLength: 2, maxLength: 14 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const conversationId = await talk()
      // Two agents with two windows each, in two processes.
      const windows = [0, 1, 2, 3].map((i) =>
        openWindow(i < 2 ? 'agt_anna' : 'agt_bo', conversationId, chats[(i % 2) as 0 | 1]),
      )
      const written: { known: number; kept: Draft }[] = []
      const sent: { saw: number; message: Message }[] = []
      let waiting: Promise<void>[] = []
      // A window does one thing after the other, as a person does.
      const lanes = windows.map(() => Promise.resolve())
      for (const [i, { who, what, together }] of list.entries()) {
        const window = windows[who]!
        const act = async () => {
          if (what === 'look') await window.look()
          if (what === 'discard') await window.discard()
          if (what === 'customer') await chats[0].read('And?', { conversationId }).ended
          if (what === 'type') {
            const { known, kept } = await window.type(`${window.agentId} wrote ${i}`)
            if (kept) written.push({ known, kept })
          }
          if (what === 'send') {
            const reply = await window.send()
            if (reply) sent.push(reply)
          }
        }
        lanes[who] = lanes[who]!.then(act)
        waiting.push(lanes[who]!)
        if (!together) {
          await Promise.all(waiting)
          waiting = []
        }
      }
      await Promise.all(waiting)

      // Each draft was written over the one that its window knew, or where it knew of none and there was none.
      for (const { known, kept } of written) {
        const isOver = ({ kept: other }: { kept: Draft }) =>
          other.agentId === kept.agentId && other.revision === kept.revision - 1
        if (known > 0) expect(kept.revision).toBe(known + 1)
        else expect(written.filter(isOver)).toEqual([])
      }
      const { items } = await chats[1].context.ask(queries.messageList, { conversationId, limit: 100 })
      const replies = items.filter(({ author }) => author.kind === 'agent')
      expect(replies.map(({ id }) => id).sort()).toEqual(sent.map(({ message }) => message.id).sort())
      for (const { saw, message } of sent) {
        const unseen = items.filter(({ sequence }) => sequence > saw && sequence < message.sequence)
        // Only what the reply itself ended.
        expect(unseen.filter(({ outcome }) => outcome !== 'waiting')).toEqual([])
      }
      expect(new Set(items.map(({ sequence }) => sequence)).size).toBe(items.length)
    }),
    { numRuns: runs(40) },
  )
})

it('whatever agents tell at once of where they are, every reader ends with what each told last, and hears nothing else', async () => {
  const conversationIds = [await talk(), await talk(), null]
  const states = ['viewing', 'replying', 'noting'] as const
  const leaving = new AbortController()
  const readers = chats.map(({ chatContext }) => {
    const told: any[] = []
    const context = { ...chatContext, signal: leaving.signal } as TestChat['chatContext']
    const ended = (async () => {
      for await (const each of followChanges({ types: ['presence'] }, context)) told.push(each)
    })()
    return { told, ended }
  })
  type Told = { agentId: string; conversationId: string | null; state: (typeof states)[number] }
  const asText = ({ agentId, conversationId, state }: Told) => `${agentId} ${conversationId} ${state}`
  const said = new Set<string>()
  const tell = async (told: Told, process: number) => {
    said.add(asText(told))
    // Whoever goes away from a conversation is told of with the state that they had.
    for (const state of states) said.add(asText({ ...told, conversationId: null, state }))
    await chats[process as 0 | 1].context.ask(queries.presenceTell, told)
  }
  const step = fc.record({
    agentId: fc.constantFrom('agt_anna', 'agt_bo'),
    conversationId: fc.constantFrom(...conversationIds),
    state: fc.constantFrom(...states),
  })
  const steps = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 1 }), fc.boolean()), { minLength: 1, maxLength: 12 })
  try {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        let waiting: Promise<void>[] = []
        for (const [told, process, together] of list) {
          waiting.push(tell(told, process))
          if (together) continue
          await Promise.all(waiting)
          waiting = []
        }
        await Promise.all(waiting)
        // What each tells last, when nothing else is under way.
        const last = new Map(list.map(([told, process]) => [told.agentId, { told, process }]))
        for (const { told, process } of last.values()) await tell(told, process)
        for (const { told } of readers) {
          await eventually(() => {
            for (const [agentId, { told: end }] of last) {
              const heard = told.findLast((each) => each.agentId === agentId)
              if (end.conversationId !== null) expect(heard).toMatchObject(end)
              else expect(heard?.conversationId ?? null).toBe(null)
            }
          })
          const heard = told.filter(({ type }) => type === 'presence')
          expect(heard.filter((each) => !said.has(asText(each)))).toEqual([])
          for (const agentId of last.keys()) {
            const own = heard.filter((each) => each.agentId === agentId).map(asText)
            expect(own.filter((each, i) => i > 0 && each === own[i - 1])).toEqual([])
          }
        }
      }),
      { numRuns: runs(12) },
    )
  } finally {
    leaving.abort()
    await Promise.allSettled(readers.map(({ ended }) => ended))
  }
})

it('of two simultaneous replies to the same message, one is accepted', async () => {
  const conversationId = await talk()
  const windows = [0, 1].map((i) => openWindow(`agt_${i}`, conversationId, chats[i as 0 | 1]))
  for (const window of windows) await window.look()
  const sent = await Promise.all(windows.map((window) => window.send()))
  expect(sent.filter(Boolean)).toHaveLength(1)
})

it('an older draft changes nothing and gets the newer one back, also when that was deleted', async () => {
  const conversationId = await talk()
  const [one, other] = [0, 1].map((i) => openWindow('agt_anna', conversationId, chats[i as 0 | 1])) as [any, any]
  expect((await one.type('First')).kept).toMatchObject({
    content: 'First',
    revision: 1,
    kind: 'reply',
    attachments: [],
  })
  expect((await other.type('Second')).stood).toMatchObject({ content: 'First', revision: 1 })
  expect((await other.type('Second, after the first')).kept).toMatchObject({ revision: 2 })
  expect((await one.type('First again')).stood).toMatchObject({ content: 'Second, after the first' })
  await other.discard()
  await expect(one.read()).rejects.toMatchObject({ code: 'not_found' })
  // It has seen a draft that is gone; then it knows, and begins anew.
  expect(await one.type('Third')).toMatchObject({ stood: undefined })
  expect((await one.type('Third')).kept).toMatchObject({ content: 'Third', revision: 4 })
  await other.discard()
  now += 8 * 86_400_000
  await purgeDrafts(chats[0].chatContext)
  expect(await chats[0].chatContext.collections.drafts.count('acme')).toBe(0)
})

it('a reply and its follow-up action are applied together or not at all', async () => {
  const conversationId = await talk()
  const agent = { id: 'agt_anna', name: 'Anna' }
  const write = (then: unknown, more: object = {}) =>
    chats[0].context.ask(queries.messageWrite, {
      ...{ operationId: `then-${operations++}`, conversationId, kind: 'reply', content: 'Done.', agent, ...more },
      // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a message.
      then: then as never,
    })
  const read = () => chats[0].context.ask(queries.conversationRead, { conversationId })
  const message = await write('close', { clientId: 'mine-1', format: 'markdown' })
  expect(message).toMatchObject({ clientId: 'mine-1', format: 'markdown' })
  expect(await read()).toMatchObject({ status: 'closed', handler: 'agent', preview: { messageId: message.id } })
  const { messageCount } = await read()
  const later = new Date(now + 3_600_000).toISOString()
  await expect(write({ snoozeUntil: later })).rejects.toMatchObject({ code: 'conflict' })
  await expect(write({ snoozeUntil: new Date(now).toISOString() })).rejects.toMatchObject({ code: 'invalid_request' })
  expect((await read()).messageCount).toBe(messageCount)
  await chats[0].context.ask(queries.conversationUpdate, {
    ...{ conversationId, patch: { status: 'open' }, actor: { kind: 'agent', ...agent } },
  })
  await write({ snoozeUntil: later })
  expect(await read()).toMatchObject({ status: 'open', snoozedUntil: later })
  await write('handback')
  expect(await read()).toMatchObject({ handler: 'ai', assignee: null })
  const { items } = await chats[0].context.ask(queries.activityList, { conversationId, limit: 3 })
  expect(items.map(({ action }) => action)).toEqual(['unassign', 'hand_back', 'snooze'])
})

it('drafts that were deleted take no place on a page of drafts', async () => {
  const kept = openWindow('agt_anna', await talk(), chats[0])
  await kept.type('Still there')
  for (let i = 0; i < 3; i++) {
    now += 1_000
    const deleted = openWindow('agt_anna', await talk(), chats[0])
    await deleted.type('Gone')
    await deleted.discard()
  }
  const page = await chats[0].context.ask(queries.draftList, { agentId: 'agt_anna', limit: 2 })
  expect(page).toMatchObject({ items: [{ content: 'Still there' }], nextCursor: null })
})

it('a reader of one conversation is told who comes to it and who leaves it, for another or for none', async () => {
  const [here, elsewhere] = [await talk(), await talk()]
  const leaving = new AbortController()
  const told: any[] = []
  const context = { ...chats[1].chatContext, signal: leaving.signal } as TestChat['chatContext']
  const following = (async () => {
    for await (const each of followChanges({ types: ['presence'], conversationId: here }, context)) told.push(each)
  })()
  const go = (conversationId: string) =>
    chats[0].context.ask(queries.presenceTell, { agentId: 'agt_anna', conversationId, state: 'viewing' })
  const places = () => told.slice(1).map(({ conversationId }) => conversationId)
  try {
    await eventually(() => expect(told).toMatchObject([{ type: 'ready' }]))
    await go(here)
    await eventually(() => expect(places()).toEqual([here]))
    await go(elsewhere)
    await eventually(() => expect(places()).toEqual([here, elsewhere]))
    await go(here)
    await eventually(() => expect(places()).toEqual([here, elsewhere, here]))
    await chats[0].context.ask(queries.agentForget, { agentId: 'agt_anna' })
    await eventually(() => expect(places()).toEqual([here, elsewhere, here, null]))
  } finally {
    leaving.abort()
    await Promise.allSettled([following])
  }
})

it('of an agent who was removed nothing stays that was theirs alone', async () => {
  const conversationId = await talk()
  const { collections, tenant } = chats[0].chatContext
  const own = async (agentId: string) => {
    const operationId = () => `own-${operations++}`
    await openWindow(agentId, conversationId, chats[0]).type('A draft')
    for (const shared of [true, false]) {
      const view = { name: 'View', filter: {}, shared }
      await chats[0].context.ask(queries.viewCreate, { operationId: operationId(), view, agentId })
      const reply = { name: 'Reply', shortcut: `own-${operations++}`, content: 'Hello', shared }
      await chats[0].context.ask(queries.cannedReplyCreate, { operationId: operationId(), reply, agentId })
    }
    await chats[0].context.ask(queries.conversationMarkRead, { conversationId, agentId, sequence: 1 })
    await chats[0].context.ask(queries.presenceTell, { agentId, conversationId, state: 'viewing' })
  }
  // One whose id begins as the other's does.
  for (const agentId of ['agt_a', 'agt_ab']) await own(agentId)
  const counts = async () => {
    const { drafts, views, cannedReplies, readMarkers, liveSignals } = collections
    return Promise.all([drafts, views, cannedReplies, readMarkers, liveSignals].map((each) => each.count(tenant)))
  }
  expect(await counts()).toEqual([2, 4, 4, 2, 2])
  for (let i = 0; i < 2; i++) {
    await chats[1].context.ask(queries.agentForget, { agentId: 'agt_a' })
    expect(await counts()).toEqual([1, 3, 3, 1, 1])
  }
  const left = await collections.readMarkers.find(tenant, {})
  expect(left.items.map(({ body }) => body.agentId)).toEqual(['agt_ab'])
  const { items: views } = await collections.views.find(tenant, { where: { agentId: 'agt_a' } })
  expect(views.map(({ body }) => body.shared)).toEqual([true])
})

it('who is where is told to everybody in every process, once, until it is over; nothing of it is numbered', async () => {
  const conversationId = await talk()
  const leaving = new AbortController()
  const told: any[] = []
  const follow = async (asked: object, into: any[]) => {
    const context = { ...chats[1].chatContext, signal: leaving.signal } as TestChat['chatContext']
    for await (const each of followChanges(asked, context)) into.push(each)
  }
  const be = (agentId: string, more: object) =>
    chats[0].context.ask(queries.presenceTell, { agentId, conversationId, state: 'viewing', ...more })
  await be('agt_anna', {})
  const filtered: any[] = []
  const following = [
    follow({ types: ['presence', 'typing', 'source.progress'] }, told),
    follow({ types: ['typing', 'draft.changed', 'source.progress'], conversationId }, filtered),
  ]
  try {
    const here = { type: 'presence', agentId: 'agt_anna', conversationId, state: 'viewing' }
    await eventually(() => expect(told.slice(1)).toEqual([here]))
    await be('agt_anna', {})
    await be('agt_anna', { state: 'replying' })
    await eventually(() => expect(told.slice(2)).toEqual([{ ...here, state: 'replying' }]))
    await chats[0].context.ask(queries.typingTell, { conversationId })
    const typing = { type: 'typing', conversationId, by: 'customer' }
    await eventually(() => expect(told.slice(3)).toEqual([typing]))
    // The progress of a source is about no conversation: who reads one is not told.
    const progress = { done: 1, total: 3, unit: 'pages' }
    await chats[0].context.ask(queries.sourceProgressTell, { sourceId: 'src_1', progress })
    await eventually(() => expect(told.slice(4)).toEqual([{ type: 'source.progress', sourceId: 'src_1', progress }]))
    told.pop()
    await openWindow('agt_anna', conversationId, chats[0]).type('Hello')
    await eventually(() => expect(filtered).toHaveLength(3))
    expect(filtered[0]).toMatchObject({ type: 'ready' })
    expect(filtered).toContainEqual(typing)
    expect(filtered).toContainEqual(
      expect.objectContaining({ type: 'draft.changed', draft: { kind: 'reply', agentId: 'agt_anna' } }),
    )
    expect(JSON.stringify(filtered)).not.toContain('Hello')

    now += 31_000
    await eventually(() => expect(told.slice(4)).toEqual([{ ...here, state: 'replying', conversationId: null }]))
    expect(told.slice(1).every((each) => !('number' in each))).toBe(true)
    now += 31_000
    await purgeSignals(chats[0].chatContext)
    expect(await chats[0].chatContext.collections.liveSignals.count('acme')).toBe(0)
  } finally {
    leaving.abort()
    await Promise.allSettled(following)
  }
})
