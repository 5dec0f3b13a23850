import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { memoryStore } from './memory-store.ts'
import { makeOutbox, type OutboxStore, type Outgoing, staleAfterMs } from './outbox.ts'

/** What the platform promises of its message route: each key commits once, and a retry gets the first reply. */
function makePlatform() {
  const replies = new Map<string, { conversationId: string }>()
  const committed: { message: string; conversationId: string }[] = []
  return {
    committed,
    has: ({ idempotencyKey }: Outgoing) => replies.has(idempotencyKey),
    commit({ idempotencyKey, conversation, message }: Outgoing) {
      const known = replies.get(idempotencyKey)
      if (known) return known
      const conversationId = conversation.startsWith('new:') ? `cnv_${replies.size}` : conversation
      replies.set(idempotencyKey, { conversationId })
      committed.push({ message, conversationId })
      return { conversationId }
    },
  }
}

/** Runs the work of all tabs one after the other, as a Web Lock does; a closed tab gives the lock back. */
function makeLock() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work, work)
    last = run.catch(() => {})
    return run
  }
}

type Fate = 'arrives' | 'lost on the way' | 'reply is lost' | 'rejected'

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), tab: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('drain' as const), tab: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const), tab: fc.nat(1) }) },
)
const fate = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>('arrives') },
  { weight: 2, arbitrary: fc.constant<Fate>('lost on the way') },
  { weight: 2, arbitrary: fc.constant<Fate>('reply is lost') },
  { weight: 1, arbitrary: fc.constant<Fate>('rejected') },
)

test('nothing is lost, doubled or out of order, however connections break, pages reload and tabs send at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.array(fate, { maxLength: 40 }), async (steps, plan) => {
      const fates = [...plan]
      const platform = makePlatform()
      const store = memoryStore()
      const exclusively = makeLock()
      const written: { tab: number; message: string }[] = []
      const rejected = new Set<string>()
      const running: Promise<unknown>[] = []
      let clock = 0
      const post = async (entry: Outgoing) => {
        await Promise.resolve()
        const what = fates.shift() ?? 'arrives'
        if (what === 'lost on the way') throw new ApiError(0, 'unreachable')
        if (what === 'rejected' && !platform.has(entry) && !rejected.has(entry.clientId)) {
          rejected.add(entry.clientId)
          throw new ApiError(422, 'invalid_request')
        }
        const reply = platform.commit(entry)
        if (what === 'reply is lost') throw new ApiError(0, 'broken')
        return reply
      }
      // A page that goes away hears no reply, whether its message arrived or not.
      const openTab = () => {
        let isClosed = false
        const orClosed = async (entry: Outgoing) => {
          const reply = isClosed ? undefined : await post(entry)
          if (isClosed || !reply) throw new ApiError(0, 'closed')
          return reply
        }
        const rest = { accepted() {}, moved() {}, changed() {}, now: () => ++clock }
        return { ...makeOutbox({ store, post: orClosed, exclusively, ...rest }), close: () => (isClosed = true) }
      }
      const tabs = [openTab(), openTab()]
      for (const { do: what, tab } of steps) {
        if (what === 'write') {
          const name = `m${written.length}`
          written.push({ tab, message: name })
          const conversation = `new:${tab}`
          running.push(tabs[tab]!.add({ clientId: name, idempotencyKey: `key-${name}`, message: name, conversation }))
        } else if (what === 'drain') running.push(tabs[tab]!.drain())
        else if (what === 'reload') {
          tabs[tab]!.close()
          tabs[tab] = openTab()
        } else await Promise.resolve()
      }
      await Promise.all(running)
      fates.length = 0
      // Back online; the visitor presses "Try again" where something was refused.
      for (const { clientId, state } of await store.list()) if (state !== 'waiting') await tabs[0]!.retry(clientId)
      expect(await tabs[1]!.drain()).toBe('empty')
      expect(await store.list()).toEqual([])
      const sent = platform.committed.map(({ message }) => message)
      expect([...sent].sort()).toEqual(written.map(({ message }) => message).sort())
      for (const tab of [0, 1]) {
        const own = written.filter((each) => each.tab === tab).map(({ message }) => message)
        // One that was refused goes later than those after it, by the visitor's own hand.
        const straight = own.filter((name) => !rejected.has(name))
        expect(sent.filter((name) => straight.includes(name))).toEqual(straight)
        const conversations = platform.committed.filter(({ message }) => own.includes(message))
        expect(new Set(conversations.map(({ conversationId }) => conversationId)).size).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: runs(400) },
  )
})

function outboxOf(store: OutboxStore, options: { now: () => number; post?: (entry: Outgoing) => Promise<never> }) {
  const sent: string[] = []
  const post = async (entry: Outgoing) => {
    if (options.post) await options.post(entry)
    sent.push(entry.message)
    return { conversationId: 'cnv_1' }
  }
  const rest = { accepted() {}, moved() {}, changed() {}, exclusively: <T>(work: () => Promise<T>) => work() }
  return { sent, outbox: makeOutbox({ store, post, now: options.now, ...rest }) }
}

test('a message that has waited for a day is sent only after the visitor agrees', async () => {
  const store = memoryStore()
  let now = 1_000_000
  const { sent, outbox } = outboxOf(store, { now: () => now })
  await outbox.add({ clientId: 'a', idempotencyKey: 'a', conversation: 'cnv_1', message: 'old' })
  now += staleAfterMs
  await outbox.add({ clientId: 'b', idempotencyKey: 'b', conversation: 'cnv_1', message: 'new' })
  await outbox.drain()
  expect(sent).toEqual(['new'])
  expect(await store.list()).toMatchObject([{ clientId: 'a', state: 'stale' }])
  await outbox.retry('a')
  await outbox.drain()
  expect(sent).toEqual(['new', 'old'])
})

test('when the platform asks to wait, nothing is sent and the time is passed on', async () => {
  const post = () => Promise.reject(new ApiError(429, 'rate_limited', { retryAfterMs: 7_000 }))
  const store = memoryStore()
  const { outbox } = outboxOf(store, { now: () => 1, post })
  await outbox.add({ clientId: 'a', idempotencyKey: 'a', conversation: 'cnv_1', message: 'one' })
  expect(await outbox.drain()).toMatchObject({ retryAfterMs: 7_000 })
  expect(await store.list()).toMatchObject([{ state: 'waiting' }])
})

test('what was written in a conversation that is gone goes to a new one, in its order; a new one that is refused is not tried again', async () => {
  const store = memoryStore()
  const platform = makePlatform()
  const moves: string[][] = []
  const outbox = makeOutbox({
    store,
    post: async (entry) => {
      if (entry.conversation === 'cnv_gone' || entry.message === 'refused') throw new ApiError(404, 'not_found')
      return platform.commit(entry)
    },
    accepted: () => {},
    moved: (from, to) => moves.push([from, to]),
    changed: () => {},
    exclusively: makeLock(),
    now: () => 0,
  })
  const add = (message: string, conversation: string) =>
    outbox.add({ clientId: message, idempotencyKey: message, conversation, message })
  await add('first', 'cnv_gone')
  await add('second', 'cnv_gone')
  await add('refused', 'new:1')
  expect(await outbox.drain()).toBe('empty')
  expect(moves).toEqual([['cnv_gone', expect.stringMatching(/^new:/)]])
  expect(platform.committed).toEqual([
    { message: 'first', conversationId: 'cnv_0' },
    { message: 'second', conversationId: 'cnv_0' },
  ])
  expect(await store.list()).toMatchObject([{ message: 'refused', state: 'rejected', code: 'not_found' }])
})
