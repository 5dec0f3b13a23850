import { suggestionAccept } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestAnalytics } from '../start-test-analytics.ts'
import { acceptSuggestion } from './accept-suggestion.ts'
import { groupWaiting } from './group-sweep.ts'
import { eraseCopies, forgetOldQuestions } from './keep-questions.ts'
import { listSuggestions, readSuggestion } from './read-suggestions.ts'
import { runChecks } from './run-checks.ts'

let platform: Awaited<ReturnType<typeof startTestAnalytics>>
beforeEach(async () => {
  platform = await startTestAnalytics()
})
afterEach(() => platform.close())

let asked = 0
/** A question that the AI gave up on, as chat would tell of it. */
async function ask(content: string, conversationId = `cnv_${++asked}`, at = platform.clock.now()) {
  const id = `msg_${conversationId}_${++asked}`
  platform.said.push({ id: `${id}q`, conversationId, content })
  const createdAt = new Date(at).toISOString()
  const message = { id: `${id}a`, conversationId, kind: 'message', createdAt, confidence: 0.1 }
  const event = {
    name: 'messageSent' as const,
    key: conversationId,
    sequence: 1,
    at: createdAt,
    body: {
      conversation: { id: conversationId, channel: 'api', status: 'escalated' },
      message: { ...message, author: { kind: 'ai' }, outcome: 'escalated', reason: 'low_confidence' },
    },
  }
  await platform.deliver(event)
  return event
}
const list = async () => (await listSuggestions({ limit: 25 }, platform.as())).items
const actor = { kind: 'api' as const, id: 'key_1' }
const accept = (suggestionId: string, more: object = {}) =>
  acceptSuggestion(suggestionAccept.body.parse({ operationId: 'op_1', suggestionId, actor, ...more }), platform.as())
const grouped = (count: number) =>
  vi.waitFor(
    async () => {
      const items = await list()
      expect(items.map((item) => item.count).reduce((a, b) => a + b, 0)).toBe(count)
      return items
    },
    { timeout: 15_000 },
  )
const checked = (id: string) =>
  vi.waitFor(
    async () => {
      const read = await readSuggestion(id, platform.as())
      expect(read.check?.state).toBe('finished')
      return read
    },
    { timeout: 15_000 },
  )

test('a question that is told of twice counts once, whoever groups it and however many at once', async () => {
  await ask('Do you deliver parcels to Norway?')
  const event = await ask('Is delivery of parcels to Norway possible?')
  await ask('Vilka öppettider har butiken på söndagar?')
  await platform.deliver(event)
  await Promise.all([1, 2, 3].map(() => groupWaiting(platform.as(''))))
  const items = await grouped(3)
  await platform.deliver(event)
  expect(items.map(({ count, language }) => ({ count, language }))).toEqual([
    { count: 2, language: 'en' },
    { count: 1, language: 'sv' },
  ])
})

test('an acceptance makes one source however many processes go on with it, and closes only when all pass', async () => {
  await ask('Do you deliver parcels to Norway?')
  await ask('Is delivery of parcels to Norway possible?')
  const [gap] = await grouped(2)
  platform.answers.to = (question) => question.startsWith('Do')
  const accepted = await accept(gap!.id, { text: 'Yes.' })
  expect(await accept(gap!.id, { text: 'Yes.' })).toMatchObject({ id: accepted.id, check: { passed: 0 } })
  await Promise.all([1, 2, 3].map(() => runChecks(platform.as(''))))
  expect(await checked(gap!.id)).toMatchObject({ status: 'open', check: { asked: 2, passed: 1, sourceId: 'src_made' } })
  expect(platform.added).toEqual([{ operationId: 'op_1', title: gap!.title }])

  platform.answers.to = () => true
  await accept(gap!.id, { operationId: 'op_2' })
  await vi.waitFor(async () => expect((await readSuggestion(gap!.id, platform.as())).status).toBe('closed'))
  await expect(accept(gap!.id, { operationId: 'op_3' })).rejects.toMatchObject({ code: 'conflict' })

  // Asked again after it was closed, it is open again.
  await ask('Do you deliver parcels to Norway?', 'cnv_later', platform.clock.now() + 60_000)
  expect(await grouped(3)).toMatchObject([{ id: gap!.id, status: 'open' }])
})

test('an acceptance that a process left in the midst goes on once its lease is over', async () => {
  await ask('Do you deliver parcels to Norway?')
  const [gap] = await grouped(1)
  const { collections, commit, tenant } = platform.as()
  const questions = await collections.questions.find(tenant, {})
  const toAsk = questions.items.map(({ id }) => id)
  platform.answers.to = () => true
  await accept(gap!.id)
  await checked(gap!.id)
  // As it stands when a process died after the source was made: somebody's lease, and a question not asked.
  await commit(collections.gaps, gap!.id, (current) => {
    const { finishedAt: _, ...check } = current!.body.check!
    const left = { ...check, toAsk, passed: [], sourceId: 'src_made' }
    return { body: { ...current!.body, status: 'checking' as const, check: left, dueAt: platform.clock.now() + 1_000 } }
  })
  await runChecks(platform.as(''))
  expect(await readSuggestion(gap!.id, platform.as())).toMatchObject({ status: 'checking' })
  platform.clock.at += 2_000
  await runChecks(platform.as(''))
  expect(await checked(gap!.id)).toMatchObject({ status: 'closed', check: { asked: 1, passed: 1 } })
  // The source was there already.
  expect(platform.added).toEqual([])
})

test('a page has as many suggestions as were asked for, in one message whatever was asked and replied', async () => {
  const { collections, tenant } = platform.as()
  const at = new Date(platform.clock.now()).toISOString()
  for (let i = 0; i < 100; i++) {
    const gapId = `gap_${i}`
    await collections.gaps.insert(tenant, gapId, { status: 'open', language: null, count: 1, lastAskedAt: at })
    const question = {
      ...{ conversationId: `cnv_${'0'.repeat(32)}`, messageId: `msg_${'0'.repeat(49)}`, gapId, at, language: null },
      ...{ text: '\u6f22'.repeat(300), reply: '\u6f22'.repeat(2_000), outcome: 'escalated' as const },
    }
    const ids = Array.from({ length: 10 }, (_, j) => `msg_${i}_${j}`)
    await collections.questions.putMany(
      tenant,
      ids.map((id) => ({ id, body: question })),
    )
  }
  const page = await listSuggestions({ limit: 100 }, platform.as())
  expect([page.items.length, page.nextCursor]).toEqual([100, null])
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(512_000)
  for (const { questions, draft } of page.items) {
    expect(questions.length).toBeGreaterThan(0)
    expect(draft.text.length).toBeGreaterThan(100)
  }
  // Few have all of it, and so has each by itself.
  const few = await listSuggestions({ limit: 10 }, platform.as())
  expect(few.items[0]).toEqual(await readSuggestion(few.items[0]!.id, platform.as()))
  expect(few.items[0]!.questions).toHaveLength(10)
})

test('tags of an erased conversation are forgotten, also when they come late', async () => {
  const { collections, tenant } = platform.as()
  const at = new Date(platform.clock.now()).toISOString()
  const changed = (sequence: number) => ({
    name: 'conversationChanged' as const,
    ...{ key: 'cnv_tagged', sequence, at },
    body: {
      conversation: { id: 'cnv_tagged', channel: 'api', status: 'open', tags: ['Anna'], createdAt: at, updatedAt: at },
      activities: [],
    },
  })
  await platform.deliver(changed(1))
  const stored = async () => (await collections.conversations.get(tenant, 'cnv_tagged'))?.body
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ tags: ['Anna'] }), { timeout: 15_000 })
  const subject = { kind: 'conversations' as const, conversationIds: ['cnv_tagged'] }
  await eraseCopies({ subject }, platform.as())
  expect(await stored()).toMatchObject({ tags: [], erased: true, createdAt: at })
  await platform.deliver(changed(2))
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ sequence: 2 }), { timeout: 15_000 })
  expect(await stored()).toMatchObject({ tags: [] })
})

test('what a contact asked is forgotten, also when it comes late; so is what is half a year old', async () => {
  const event = await ask('Do you deliver parcels to Norway?', 'cnv_erased')
  await grouped(1)
  const subject = { kind: 'contact' as const, contactId: 'con_1', conversationIds: ['cnv_erased'] }
  const { removed } = await eraseCopies({ subject }, platform.as())
  expect(removed).toEqual([{ what: 'questions of suggestions', count: 1 }])
  await platform.deliver(event)
  await groupWaiting(platform.as(''))
  expect(await list()).toEqual([])

  await ask('Which vegan shoes do you sell?')
  await grouped(1)
  platform.clock.at += 181 * 86_400_000
  await forgetOldQuestions(platform.as(''))
  expect(await list()).toEqual([])
})
