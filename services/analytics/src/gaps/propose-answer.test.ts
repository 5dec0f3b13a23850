import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestAnalytics } from '../../testing/start-test-analytics.ts'
import { acceptSuggestion } from './accept-suggestion.ts'
import { proposeAnswer } from './propose-answer.ts'
import { listSuggestions, readSuggestion } from './read-suggestions.ts'
import { eraseCopies, purgeOldQuestions } from './record-questions.ts'

let platform: Awaited<ReturnType<typeof startTestAnalytics>>
beforeEach(async () => {
  platform = await startTestAnalytics()
})
afterEach(() => platform.close())

const maja = { kind: 'agent' as const, id: 'agt_maja', name: 'Maja' }
const conversationId = 'cnv_1'
let operations = 0

/** A conversation in which Maja replied; the id of her reply. */
function reply(content: string, author: object = maja): string {
  const id = `msg_${++operations}r`
  platform.said.push({ ...{ id, conversationId, content }, ...({ author } as object) })
  return id
}
const propose = (messageId: string, more: object = {}) =>
  proposeAnswer(
    {
      operationId: `op_${++operations}`,
      ...{ conversationId, messageId, question: 'Do you deliver to Norway?' },
      ...{ title: 'Norway', text: 'We deliver to Norway within five days.', actor: maja },
      ...more,
    },
    platform.as(),
  )
const read = (suggestionId: string) => readSuggestion(suggestionId, platform.as())
const textOf = async (blobId: string) => Buffer.from((await platform.blobs.read('acme', blobId))!).toString()
/** Accepts the proposal that is there, as who may change sources. */
const accept = async (suggestionId: string, more: object = {}) => {
  const { proposal } = await read(suggestionId)
  const accepted = { operationId: `op_${++operations}`, suggestionId, actor: maja, mayReplace: true }
  return acceptSuggestion({ ...accepted, ...(proposal && { proposedAt: proposal.at }), ...more }, platform.as())
}

test('a reply that was proposed waits as a draft with its question, and is a source once it is accepted', async () => {
  const { suggestionId, status } = await propose(reply('Dear Tom, within five days.'))
  expect(status).toBe('open')
  expect(platform.added).toEqual([])
  expect(await read(suggestionId)).toMatchObject({
    status: 'open',
    title: 'Do you deliver to Norway?',
    questions: [{ text: 'Do you deliver to Norway?', conversationId }],
    draft: { title: 'Norway', text: 'We deliver to Norway within five days.', isAnswered: true },
    proposal: { by: { kind: 'agent', id: 'agt_maja' }, conversationId },
  })
  platform.answers.to = (question) => question.includes('Norway')
  await accept(suggestionId)
  await vi.waitFor(async () => expect((await read(suggestionId)).status).toBe('closed'), { timeout: 10_000 })
  expect(platform.added).toMatchObject([{ title: 'Norway' }])
  expect(await textOf(platform.added[0]!.blobId)).toBe('We deliver to Norway within five days.')
  // Done with it: another question would need another answer.
  expect(await read(suggestionId)).not.toHaveProperty('proposal')
})

test('a proposal for a question that is just being grouped joins its gap, which is not made yet', async () => {
  const messageId = reply('Within five days.')
  const { questions } = platform.as().collections
  // As grouping leaves it between naming the gap and counting it.
  await questions.put('acme', 'msg_asked', {
    ...{ conversationId, messageId: 'msg_asked', text: 'Norway, is that possible?', language: 'en' },
    ...{ at: '2020-01-01T00:00:00.000Z', outcome: 'escalated', gapId: 'gap_named' },
  })
  const { suggestionId } = await propose(messageId)
  expect(suggestionId).toBe('gap_named')
  expect(await read(suggestionId)).toMatchObject({ status: 'open', count: 1, proposal: { conversationId } })
})

test('proposed again, it is the same suggestion with the newer draft', async () => {
  const messageId = reply('Within five days.')
  const first = await propose(messageId)
  const again = await propose(messageId, { text: 'Within a week.' })
  expect(again.suggestionId).toBe(first.suggestionId)
  const { items } = await listSuggestions({ limit: 25 }, platform.as())
  expect(items).toMatchObject([{ count: 1, draft: { text: 'Within a week.' } }])
})

test('a change of a source replaces its text, unless that changed since', async () => {
  const { suggestionId } = await propose(reply('Five days.'), { sourceId: 'src_made', text: 'All of the new text.' })
  expect(await read(suggestionId)).toMatchObject({ proposal: { sourceId: 'src_made' } })
  await accept(suggestionId)
  await vi.waitFor(() => expect(platform.replaced).toHaveLength(1), { timeout: 10_000 })
  expect(platform.added).toEqual([])
  expect(await textOf(platform.replaced[0]!.blobId)).toBe('All of the new text.')
  await vi.waitFor(async () => expect((await read(suggestionId)).status).toBe('open'), { timeout: 10_000 })
  // It is version 2 by now.
  await expect(accept(suggestionId)).rejects.toMatchObject({ code: 'conflict' })
})

test('what is accepted is the proposal that was read, and only who may change sources changes one', async () => {
  const { suggestionId } = await propose(reply('Five days.'), { text: 'Read by the reviewer.' })
  const { proposal } = await read(suggestionId)
  const ola = { kind: 'agent' as const, id: 'agt_ola', name: 'Ola' }
  await expect(propose(reply('Six days.'), { actor: ola })).rejects.toMatchObject({ code: 'conflict' })
  platform.clock.at += 1_000
  await propose(reply('A week.'), { sourceId: 'src_made', text: 'Read by nobody.' })
  const refused = [
    { proposedAt: proposal!.at, text: 'Read by the reviewer.' },
    // Without a text of the reviewer's own it would be that of a proposal that nobody names.
    { proposedAt: undefined },
  ]
  for (const more of refused) await expect(accept(suggestionId, more)).rejects.toMatchObject({ code: 'conflict' })
  await expect(accept(suggestionId, { mayReplace: false })).rejects.toMatchObject({ code: 'forbidden' })
  expect([platform.added, platform.replaced]).toEqual([[], []])
  // A text of one's own is a source of its own.
  await accept(suggestionId, { proposedAt: undefined, text: 'My own words.', title: 'Norway', mayReplace: false })
  await vi.waitFor(() => expect(platform.added).toMatchObject([{ title: 'Norway' }]), { timeout: 10_000 })
  expect(platform.replaced).toEqual([])
})

test('a proposal is forgotten after half a year, also where the question is asked again and again', async () => {
  const { suggestionId } = await propose(reply('Within five days.'))
  const { questions } = platform.as().collections
  platform.clock.at += 181 * 86_400_000
  const [asked] = (await questions.find('acme', { limit: 10 })).items
  await questions.put('acme', 'msg_new', { ...asked!.body, at: new Date(platform.clock.at).toISOString() })
  await purgeOldQuestions(platform.as(''))
  const left = await read(suggestionId)
  expect(left).not.toHaveProperty('proposal')
  expect(JSON.stringify(left)).not.toContain('five days')
})

test('only an agent’s reply of that conversation can be proposed, and only a written source changed', async () => {
  const question = reply('Do you deliver?', { kind: 'customer' })
  await expect(propose(question)).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(propose('msg_absent')).rejects.toMatchObject({ code: 'not_found' })
  const messageId = reply('Yes.')
  platform.source.type = 'file'
  await expect(propose(messageId, { sourceId: 'src_made' })).rejects.toMatchObject({ code: 'invalid_request' })
  expect((await listSuggestions({ limit: 25 }, platform.as())).items).toEqual([])
})

test('a proposal goes with its conversation, and none is made of an erased one', async () => {
  const messageId = reply('Within five days.')
  const { suggestionId } = await propose(messageId)
  const subject = { kind: 'contact' as const, contactId: 'cnt_1', conversationIds: [conversationId] }
  const { removed } = await eraseCopies({ subject } as never, platform.as())
  expect(removed).toEqual([{ what: 'questions of suggestions', count: 2 }])
  await expect(read(suggestionId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(propose(messageId)).rejects.toMatchObject({ code: 'not_found' })
})
