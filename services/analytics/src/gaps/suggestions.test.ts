import { analytics } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestAnalytics } from '../../testing/start-test-analytics.ts'
import { acceptSuggestion } from './accept-suggestion.ts'
import { listSuggestions, readSuggestion } from './read-suggestions.ts'
import { eraseCopies, purgeOldQuestions } from './record-questions.ts'
import { checkJob } from './run-checks.ts'
import { groupingJob, queueGroupings } from './run-groupings.ts'

let platform: Awaited<ReturnType<typeof startTestAnalytics>>
beforeEach(async () => {
  platform = await startTestAnalytics()
})
afterEach(() => platform.close())

let asked = 0
/** A question that the AI gave up on, as chat would tell of it. */
async function ask(content: string, conversationId = `cnv_${++asked}`, at = platform.clock.now(), said = 0) {
  // What was said since stands before it in the conversation.
  for (let i = 0; i < said; i++)
    platform.said.push({ id: `msg_${conversationId}_s${i}`, conversationId, content: 'Well.' })
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
  acceptSuggestion(
    analytics.queries.suggestionAccept.body.parse({ operationId: 'op_1', suggestionId, actor, ...more }),
    platform.as(),
  )
const grouped = (count: number) =>
  vi.waitFor(
    async () => {
      const items = await list()
      expect(items.map((item) => item.count).reduce((a, b) => a + b, 0)).toBe(count)
      return items
    },
    { timeout: 30_000 },
  )
const checked = (id: string) =>
  vi.waitFor(
    async () => {
      const read = await readSuggestion(id, platform.as())
      expect(read.check?.state).toBe('finished')
      return read
    },
    { timeout: 30_000 },
  )

test('a question is found behind pages of messages that came after it, as far as it is looked for', async () => {
  await ask('Do you deliver parcels to Norway?', 'cnv_busy', platform.clock.now(), 90)
  await ask('Vilka öppettider har butiken på söndagar?', 'cnv_too_busy', platform.clock.now(), 100)
  await queueGroupings(platform.as(''))
  const items = await grouped(1)
  expect(items.map(({ language }) => language)).toEqual(['en'])
})

test('a question that is told of twice counts once, whoever groups it and however many at once', async () => {
  await ask('Do you deliver parcels to Norway?')
  const event = await ask('Is delivery of parcels to Norway possible?')
  await ask('Vilka öppettider har butiken på söndagar?')
  await platform.deliver(event)
  await Promise.all([1, 2, 3].map(() => queueGroupings(platform.as(''))))
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
  await Promise.all([1, 2, 3].map(() => checkJob.runDue(platform.as(''))))
  expect(await checked(gap!.id)).toMatchObject({ status: 'open', check: { asked: 2, passed: 1, sourceId: 'src_made' } })
  expect(platform.added).toMatchObject([{ operationId: 'op_1', title: gap!.title }])

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
  await checkJob.runDue(platform.as(''))
  expect(await readSuggestion(gap!.id, platform.as())).toMatchObject({ status: 'checking' })
  platform.clock.at += 2_000
  await checkJob.runDue(platform.as(''))
  expect(await checked(gap!.id)).toMatchObject({ status: 'closed', check: { asked: 1, passed: 1 } })
  // The source was there already.
  expect(platform.added).toEqual([])
})

test('a process that stalls while it groups, and wakes up while another does, neither writes nor ends the other’s lease', async () => {
  await platform.close()
  platform = await startTestAnalytics({ sweeps: false })
  await ask('Do you deliver parcels to Norway?')
  const { collections, tenant } = platform.as()
  const held: (() => void)[] = []
  const { questions, groupings, gaps } = collections
  const find = questions.find.bind(questions)
  // Of each run the newest questions, with which the waiting ones are compared.
  questions.find = async (...wanted) => {
    const found = await find(...wanted)
    if (wanted[1]?.sort && held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
    return found
  }
  // It begins with the commit that makes it due.
  await queueGroupings(platform.as(''))
  await vi.waitFor(() => expect(held).toHaveLength(1))
  platform.clock.at += 61_000
  const second = groupingJob.runDue(platform.as(''))
  await vi.waitFor(() => expect(held).toHaveLength(2))
  const before = await groupings.get(tenant, 'grouping')
  held[0]!()
  await platform.settle()
  expect(await groupings.get(tenant, 'grouping')).toEqual(before)
  expect(await gaps.count(tenant)).toBe(0)
  held[1]!()
  await second
  expect(await list()).toHaveLength(1)
})

test('nothing is grouped while a process of an earlier release is at it', async () => {
  await platform.close()
  platform = await startTestAnalytics({ sweeps: false })
  await ask('Do you deliver parcels to Norway?')
  const { collections, tenant } = platform.as()
  const until = platform.clock.at + 60_000
  await collections.groupings.insert(tenant, 'grouping', { lease: { owner: 'op_other', until }, leaseUntil: 0 })
  await queueGroupings(platform.as(''))
  await platform.settle()
  expect(await list()).toEqual([])
  platform.clock.at = until
  await queueGroupings(platform.as(''))
  await platform.settle()
  expect(await list()).toHaveLength(1)
  expect((await collections.groupings.get(tenant, 'grouping'))!.body).toEqual({ leaseUntil: 0, tries: 0 })
})

test('a process that stalls in a check beyond its lease and wakes up writes nothing while another is at it', async () => {
  await platform.close()
  platform = await startTestAnalytics({ sweeps: false })
  await ask('Do you deliver parcels to Norway?')
  await ask('Is delivery of parcels to Norway possible?')
  await queueGroupings(platform.as(''))
  await platform.settle()
  const [gap] = await grouped(2)
  const held: (() => void)[] = []
  let questions = 0
  platform.answers.to = async () => {
    questions++
    if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
    return true
  }
  await accept(gap!.id)
  const first = checkJob.runDue(platform.as(''))
  await vi.waitFor(() => expect(held).toHaveLength(1))
  platform.clock.at += 121_000
  const second = checkJob.runDue(platform.as(''))
  await vi.waitFor(() => expect(held).toHaveLength(2))
  const { collections, tenant } = platform.as()
  const before = await collections.gaps.get(tenant, gap!.id)
  held[0]!()
  await first
  expect(await collections.gaps.get(tenant, gap!.id)).toEqual(before)
  expect(questions).toBe(2)
  held[1]!()
  await second
  const after = await readSuggestion(gap!.id, platform.as())
  expect(after).toMatchObject({ status: 'closed', check: { asked: 2, passed: 2 } })
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

test('what a policy masks is neither shown in a suggestion nor published by one', async () => {
  platform.policies.masks = /bo@example\.se/g
  const asked = await ask('Do you deliver parcels to bo@example.se in Norway?')
  // Its address stands where a question in a list is cut.
  await ask(`Do you deliver parcels to Norway? ${'very '.repeat(51)}bo@example.se`)
  const [gap] = await grouped(2)
  await platform.deliver({
    ...asked,
    sequence: 2,
    at: new Date(platform.clock.now() + 1_000).toISOString(),
    body: {
      ...asked.body,
      message: { ...asked.body.message, author: { kind: 'agent' }, outcome: undefined, content: 'Yes, bo@example.se.' },
    },
  })
  const read = await vi.waitFor(async () => {
    const found = await readSuggestion(gap!.id, platform.as())
    expect(found.draft.isAnswered).toBe(true)
    return found
  })
  for (const shown of [read, await list()]) expect(JSON.stringify(shown)).not.toMatch(/bo@e/)
  expect(read.draft.text).toContain('Yes, *************.')

  const publishedText = async () =>
    Buffer.from(await platform.blobs.read('acme', platform.added.at(-1)!.blobId)).toString()
  await accept(gap!.id)
  await checked(gap!.id)
  expect(await publishedText()).toContain('Yes, *************.')
  await accept(gap!.id, { operationId: 'op_2', title: 'Ask bo@example.se', text: 'Write to bo@example.se.' })
  await vi.waitFor(() => expect(platform.added).toHaveLength(2))
  expect(await publishedText()).toBe('Write to *************.')
  expect(platform.added.at(-1)!.title).toBe('Ask *************')
  await checked(gap!.id)
  await expect(accept(gap!.id, { operationId: 'op_3', text: 'forbidden' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'text' }],
  })
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
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ tags: ['Anna'] }))
  const subject = { kind: 'conversations' as const, conversationIds: ['cnv_tagged'] }
  await eraseCopies({ subject }, platform.as())
  expect(await stored()).toMatchObject({ tags: [], erased: true, createdAt: at })
  await platform.deliver(changed(2))
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ sequence: 2 }))
  expect(await stored()).toMatchObject({ tags: [] })
})

test('what a contact asked is forgotten, also when it comes late; so is what is half a year old', async () => {
  const event = await ask('Do you deliver parcels to Norway?', 'cnv_erased')
  await grouped(1)
  const subject = { kind: 'contact' as const, contactId: 'con_1', conversationIds: ['cnv_erased'] }
  const { removed } = await eraseCopies({ subject }, platform.as())
  expect(removed).toEqual([{ what: 'questions of suggestions', count: 1 }])
  await platform.deliver(event)
  await queueGroupings(platform.as(''))
  await platform.settle()
  expect(await list()).toEqual([])

  await ask('Which vegan shoes do you sell?')
  await grouped(1)
  platform.clock.at += 181 * 86_400_000
  await purgeOldQuestions(platform.as(''))
  expect(await list()).toEqual([])
})
