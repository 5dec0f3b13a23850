import { chat as chatContracts, type InputOf, type Rehearsal, ServiceError } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { chunkOf, delivery, eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats()
const { queries } = chatContracts
const question = 'How long does delivery take?'
type Tried = Partial<InputOf<typeof queries.rehearsalStart>['rehearsal']>

let operations = 0
const start = (chat: TestChat, tried: Tried, operationId = `rehearsal-${operations++}`): Promise<Rehearsal> =>
  chat.context.ask(queries.rehearsalStart, { operationId, rehearsal: { questions: 50, ...tried } })
const read = (chat: TestChat, { id }: Rehearsal) => chat.context.ask(queries.rehearsalRead, { rehearsalId: id })
const ended = (chat: TestChat, started: Rehearsal): Promise<Rehearsal> =>
  eventually(async () => {
    const found = await read(chat, started)
    expect(found.finishedAt).toBeDefined()
    return found
  }) as Promise<Rehearsal>
const rehearse = async (chat: TestChat, tried: Tried) => ended(chat, await start(chat, tried))
const resultsOf = async (chat: TestChat, { id }: Rehearsal, more = {}) =>
  (await chat.context.ask(queries.rehearsalResultList, { rehearsalId: id, limit: 100, ...more })).items

/** Asks, and waits until it is recorded as a question. */
async function talk(chat: TestChat, message = question, conversationId?: string): Promise<string> {
  const { questions } = chat.chatContext.collections
  const before = await questions.count('acme')
  const parts = await chat.read(message, conversationId ? { conversationId } : {}).ended
  await eventually(async () => expect(await questions.count('acme')).toBe(before + 1))
  return (parts[0] as { conversationId: string }).conversationId
}
const blocks = (phrase: string) => [
  {
    name: 'None of it',
    type: 'Topic Filter' as const,
    mode: 'Pre-generation' as const,
    config: { topics: [{ name: phrase, phrases: [phrase] }] },
  },
]

it('shows what policies in place of those of the tenant would change, question by question', async () => {
  const chat = await chats.start()
  await talk(chat, 'Is parking free?')
  const conversationId = await talk(chat)
  const finished = await rehearse(chat, { name: 'Quiet', policies: blocks('delivery') })
  expect(finished).toMatchObject({
    name: 'Quiet',
    state: 'finished',
    progress: { done: 2, total: 2, unit: 'questions' },
    tried: { policies: ['None of it'] },
    verdicts: { same: 1, changed: 0, better: 0, worse: 1 },
    outcomes: { answered: { before: 2, after: 1 }, blocked: { before: 0, after: 1 } },
    skipped: 0,
  })
  const results = await resultsOf(chat, finished)
  expect(results.map(({ position, question, verdict }) => [position, question, verdict])).toEqual([
    [1, question, 'worse'],
    [2, 'Is parking free?', 'same'],
  ])
  expect(results[0]).toMatchObject({
    conversationId,
    changes: ['blocked', 'policies'],
    before: { outcome: 'answered', sources: [{ sourceId: 'src_delivery' }] },
    after: { outcome: 'blocked', reason: expect.stringContaining('delivery') },
  })
  expect(await resultsOf(chat, finished, { verdict: 'worse' })).toHaveLength(1)
  expect(await resultsOf(chat, finished, { verdict: 'better' })).toEqual([])
})

it('tries settings, of which the others stay as they are', async () => {
  const chat = await chats.start()
  await talk(chat)
  const finished = await rehearse(chat, {
    settings: { escalationThreshold: 1, texts: { en: { handedOver: 'Wait.' } } },
  })
  expect(await resultsOf(chat, finished)).toMatchObject([
    {
      verdict: 'worse',
      changes: ['escalated'],
      before: { outcome: 'answered' },
      after: { outcome: 'escalated', content: 'Wait.', reason: 'low_confidence' },
    },
  ])
})

it('stores no message, tells customers nothing and counts in no usage', async () => {
  const chat = await chats.start()
  await talk(chat)
  await eventually(() => expect(chat.events).toHaveLength(3))
  const { conversations, messages, questions, citations } = chat.chatContext.collections
  const counts = () => Promise.all([conversations, messages, questions, citations].map((each) => each.count('acme')))
  const before = await counts()
  const finished = await rehearse(chat, { settings: { escalationThreshold: 1 } })
  expect(finished.verdicts.worse).toBe(1)
  expect(await counts()).toEqual(before)
  // What a real question publishes comes after all that a rehearsal could have.
  await talk(chat)
  await eventually(() => expect(chat.events).toHaveLength(6))
})

it('a question is tried in its conversation as it was then', async () => {
  const asked: string[] = []
  const find = (text: string) => {
    asked.push(text)
    return [chunkOf(delivery)]
  }
  const chat = await chats.start({ find })
  const id = await talk(chat, 'How long does delivery to Malmö take?')
  await talk(chat, 'And to Lund?', id)
  await talk(chat, 'Thank you, that is all.', id)
  const live = asked.filter((text) => text.startsWith('And to Lund'))
  asked.length = 0
  await rehearse(chat, { settings: { contradictions: 'escalate' } })
  // The same words as when it was asked, twice: under what is live and under what is tried.
  const again = asked.filter((text) => text.startsWith('And to Lund'))
  expect(new Set(again)).toEqual(new Set(live))
  expect(again).toHaveLength(2 * live.length)
})

it('takes the newest questions, and as many as were asked for', async () => {
  const chat = await chats.start()
  for (const message of ['First?', 'Second?', 'Third?']) await talk(chat, message)
  const finished = await rehearse(chat, { questions: 2, settings: { escalationThreshold: 0 } })
  const results = await resultsOf(chat, finished)
  expect(results.map(({ question }) => question)).toEqual(['Third?', 'Second?'])
  const { items, nextCursor } = await chat.context.ask(queries.rehearsalResultList, {
    rehearsalId: finished.id,
    limit: 1,
  })
  expect([items[0]!.position, nextCursor]).toEqual([1, '1'])
})

it('the same operation starts one rehearsal; without questions it is over at once', async () => {
  const chat = await chats.start()
  const first = await start(chat, { settings: { languages: ['sv'] } }, 'once')
  const second = await start(chat, { settings: { languages: ['sv'] } }, 'once')
  expect(second.id).toBe(first.id)
  expect(await ended(chat, first)).toMatchObject({ state: 'finished', progress: { done: 0, total: 0 } })
})

it('what can be tried is checked before it starts', async () => {
  const chat = await chats.start()
  const noPhrase = [{ ...blocks('x')[0]!, config: { topics: [{ name: 'nothing', phrases: [] }] } }]
  await expect(start(chat, { policies: noPhrase })).rejects.toMatchObject({ code: 'invalid_request' })
  const source = { kind: 'version' as const, sourceId: 'src_none', version: 1 }
  await expect(start(chat, { source })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'source.sourceId' }],
  })
  expect(await chat.chatContext.collections.rehearsals.count('acme')).toBe(0)
})

/** A knowledge service that finds the chunk about delivery; between `hold` and `release`, whoever asks it waits. */
function holdableFinds() {
  const held: (() => void)[] = []
  let holds = false
  return {
    held,
    find: async () => {
      if (holds) await new Promise<void>((resolve) => held.push(resolve))
      return [chunkOf(delivery)]
    },
    hold() {
      holds = true
    },
    release() {
      holds = false
      for (const release of held) release()
    },
  }
}

it('three are under way at once, however many are started at the same time; then there is room again', async () => {
  const finds = holdableFinds()
  const chat = await chats.start({ find: finds.find })
  await talk(chat)
  finds.hold()
  const tried = { settings: { languages: ['sv'] } }
  const begun = await Promise.allSettled(Array.from({ length: 8 }, () => start(chat, tried)))
  const accepted = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(accepted).toHaveLength(3)
  for (const each of begun) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
  await expect(start(chat, tried)).rejects.toMatchObject({ code: 'conflict' })
  expect(await chat.chatContext.collections.rehearsalPlans.count('acme')).toBe(3)
  const [first, ...others] = accepted
  await chat.context.ask(queries.rehearsalCancel, { rehearsalId: first!.id })
  const inItsPlace = await start(chat, tried)
  await expect(start(chat, tried)).rejects.toMatchObject({ code: 'conflict' })
  finds.release()
  for (const each of [...others, inItsPlace]) await ended(chat, each)
  expect(await rehearse(chat, tried)).toMatchObject({ state: 'finished' })
})

it('a cancelled rehearsal ends where it is, and can be deleted with its results then', async () => {
  const finds = holdableFinds()
  const chat = await chats.start({ find: finds.find })
  await talk(chat)
  await talk(chat)
  finds.hold()
  const started = await start(chat, { settings: { escalationThreshold: 1 } })
  await eventually(() => expect(finds.held).toHaveLength(2))
  await expect(chat.context.ask(queries.rehearsalDelete, { rehearsalId: started.id })).rejects.toMatchObject({
    code: 'conflict',
  })
  const cancelled = await chat.context.ask(queries.rehearsalCancel, { rehearsalId: started.id })
  expect(cancelled.state).toBe('cancelled')
  finds.release()
  expect(await ended(chat, started)).toMatchObject({ state: 'cancelled', progress: { done: 0, total: 2 } })
  await chat.context.ask(queries.rehearsalDelete, { rehearsalId: started.id })
  await expect(read(chat, started)).rejects.toMatchObject({ code: 'not_found' })
  const { rehearsals, rehearsalPlans, rehearsalResults } = chat.chatContext.collections
  await eventually(async () => {
    const left = await Promise.all([rehearsals, rehearsalPlans, rehearsalResults].map((each) => each.count('acme')))
    expect(left).toEqual([0, 0, 0])
  })
})

it('a conversation that is erased takes its results along, also while they are made', async () => {
  const finds = holdableFinds()
  const chat = await chats.start({ find: finds.find })
  const [older, newer] = [await talk(chat), await talk(chat)]
  const settings = { escalationThreshold: 1 }
  const first = await rehearse(chat, { settings })
  const erase = (conversationId: string) =>
    eventually(() =>
      chat.context.ask(queries.copiesErase, { subject: { kind: 'conversations', conversationIds: [conversationId] } }),
    )
  await erase(older)
  expect((await resultsOf(chat, first)).map(({ conversationId }) => conversationId)).toEqual([newer])

  finds.hold()
  const second = await start(chat, { settings })
  await eventually(() => expect(finds.held).toHaveLength(2))
  await erase(newer)
  finds.release()
  expect(await ended(chat, second)).toMatchObject({ skipped: 1, progress: { done: 1, total: 1 } })
  expect(await chat.chatContext.collections.rehearsalResults.count('acme')).toBe(0)
})

it('a question that fails for good fails on its side alone', async () => {
  let fails = false
  const find = () => {
    if (fails) throw new ServiceError('internal')
    return [chunkOf(delivery)]
  }
  const chat = await chats.start({ find })
  await talk(chat)
  fails = true
  const finished = await rehearse(chat, { policies: blocks('delivery') })
  expect(await resultsOf(chat, finished)).toMatchObject([
    { verdict: 'better', before: { outcome: 'failed', error: { code: 'internal' } }, after: { outcome: 'blocked' } },
  ])
})

it('another process takes a rehearsal up where the first one died', async () => {
  const chat = await chats.start()
  for (const message of ['First?', 'Second?', 'Third?']) await talk(chat, message)
  const started = await rehearse(chat, { settings: { escalationThreshold: 1 } })
  // As a process leaves it that was killed at the second question, of which the result is written already.
  const { collections, commit } = chat.chatContext
  await collections.rehearsalResults.remove('acme', `${started.id}_3`)
  await commit(collections.rehearsals, started.id, (current) => {
    const { ending: _, finishedAt: __, ...body } = current!.body
    const verdicts = { same: 0, changed: 0, better: 0, worse: 1 }
    return { body: { ...body, step: 1, verdicts, claim: 'dead', dueAt: Date.now() } }
  })
  const finished = await ended(chat, started)
  expect(finished).toMatchObject({ verdicts: { worse: 3 }, progress: { done: 3 } })
  expect((await resultsOf(chat, finished)).map(({ position }) => position)).toEqual([1, 2, 3])
})
