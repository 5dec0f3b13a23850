import { type BodyOf, chat as chatContracts, type ErasureSubject, ServiceError } from '@frontdesk/contracts'
// biome-ignore lint/plugin: as in start-test-chat.
import { policyEngineService } from '@frontdesk/policy-engine'
import { standIn } from '@frontdesk/service/testing'
import { beforeEach, expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { openClockJumps } from './clock-jumps.ts'
import { retentionWork } from './run-retention.ts'

const dayMs = 86_400_000
const actor = { kind: 'api' as const, id: 'key_1' }
let now: number
let asked: { by: string; subject: ErasureSubject }[]
let told: BodyOf<typeof chatContracts.events.retentionPerformed>[]
/** Those that do not answer. */
let away: Set<string>
/** Runs before an erasure elsewhere, which may wait for it. */
let beforeErasing: () => Promise<void>
const chats = useChats()
let chat: TestChat

/** Every service that keeps copies, in one: each finds one thing to remove. */
const others = () => {
  const eraser = (by: string) => async (body: { subject: ErasureSubject }) => {
    if (away.has(by)) throw new ServiceError('unavailable')
    asked.push({ by, subject: body.subject })
    await beforeErasing()
    return { removed: [{ what: `copies of ${by}`, count: 1 }], cursor: null }
  }
  return standIn({
    name: 'others',
    handlers: {
      analytics: {
        copiesErase: eraser('analytics'),
      },
      channels: {
        copiesErase: eraser('channels'),
      },
      copilot: {
        copiesErase: eraser('copilot'),
      },
      'webhook-dispatcher': {
        copiesErase: eraser('deliveries'),
      },
      gateway: {
        copiesErase: eraser('replies'),
      },
      chat: {
        retentionPerformed: async (body) => void told.push(body),
      },
    },
  })
}

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  asked = []
  told = []
  away = new Set()
  beforeErasing = async () => {}
  chat = await chats.start({ clock: { now: () => now }, beside: [policyEngineService, others()] })
})

async function talk(status?: 'closed' | 'resolved', more: Parameters<TestChat['read']>[1] = {}): Promise<string> {
  const parts = await chat.read('How long does delivery take?', more).ended
  const conversationId = (parts[0] as { conversationId: string }).conversationId
  if (status)
    await chat.context.ask(chatContracts.queries.conversationUpdate, { conversationId, patch: { status }, actor })
  await eventually(async () => {
    expect((await chat.conversations.get('acme', conversationId))!.outbox).toEqual([])
    expect(await chat.messages(conversationId)).toHaveLength(2)
  })
  return conversationId
}

async function keepFor(retentionDays: number | null): Promise<void> {
  await chat.context.ask(chatContracts.queries.settingsUpdate, { patch: { retentionDays }, actor })
}

const isThere = async (id: string): Promise<boolean> => (await chat.conversations.get('acme', id)) !== undefined
const sweep = () => retentionWork.runDue(chat.chatContext)
const days = { from: '2026-03-01', to: '2026-03-31' }

it('old resolved conversations are removed with all their data in every service; counts stay', async () => {
  const closed = await talk('closed')
  const resolved = await talk('resolved')
  const open = await talk()
  now += 10 * dayMs
  const recent = await talk('closed')
  const { questions } = await chat.context.ask(chatContracts.queries.usageRead, days)
  await keepFor(10)
  now += 1
  await eventually(async () => {
    await sweep()
    expect(told).toHaveLength(1)
  })

  expect(await Promise.all([closed, resolved, open, recent].map(isThere))).toEqual([false, false, true, true])
  await expect(chat.messages(closed)).rejects.toMatchObject({ code: 'not_found' })
  const { collections } = chat.chatContext
  for (const kept of [collections.messages, collections.activityLog, collections.messageWords]) {
    expect(await (kept as typeof collections.messages).count('acme', { conversationId: closed })).toBe(0)
  }
  expect(asked.map(({ by }) => by)).toEqual(['copilot', 'analytics', 'channels', 'deliveries', 'replies'])
  for (const { subject } of asked) {
    expect(subject.kind).toBe('conversations')
    expect((subject as { conversationIds: string[] }).conversationIds.sort()).toEqual([closed, resolved].sort())
  }
  const erased = await collections.changeLog.find('acme', { where: { type: 'conversation.erased' } })
  expect(erased.items.map(({ body }) => body.conversationId).sort()).toEqual([closed, resolved].sort())
  expect(told[0]!.removed).toEqual(
    expect.arrayContaining([
      { what: 'conversations', count: 2 },
      { what: 'messages', count: 4 },
      { what: 'copies of channels', count: 1 },
    ]),
  )
  expect((await chat.context.ask(chatContracts.queries.usageRead, days)).questions).toBe(questions)
  expect(
    (await chat.context.ask(chatContracts.queries.activityList, { conversationId: recent, limit: 10 })).items.length,
  ).toBeGreaterThan(0)
})

it('a visitor is known until the last conversation of theirs is erased', async () => {
  const visitor = { id: 'vis_1', widgetId: 'wgt_1' }
  const { visitorUpdate, visitorRead, copiesErase } = chatContracts.queries
  const [first, second] = [await talk('closed', { visitor }), await talk('closed', { visitor })]
  const said = { visitorId: 'vis_1', widgetId: 'wgt_1', details: { name: 'Anna' } }
  await chat.context.ask(visitorUpdate, said)
  const erase = (id: string) =>
    eventually(() => chat.context.ask(copiesErase, { subject: { kind: 'conversations', conversationIds: [id] } }))
  await erase(first)
  expect(await chat.context.ask(visitorRead, { visitorId: 'vis_1' })).toEqual({ verified: false, name: 'Anna' })
  await erase(second)
  expect(await chat.context.ask(visitorRead, { visitorId: 'vis_1' })).toEqual({ verified: false })
})

it('a visitor is forgotten also by a run that goes on after their conversation was removed', async () => {
  const visitor = { id: 'vis_1', widgetId: 'wgt_1' }
  const { visitorUpdate, visitorRead } = chatContracts.queries
  await chat.context.ask(visitorUpdate, { visitorId: 'vis_1', widgetId: 'wgt_1', details: { name: 'Anna' } })
  const { retentions } = chat.chatContext.collections
  await keepFor(2)
  // As a run leaves it that ends between removing the conversation and what belongs to it.
  const batch = { batch: ['cnv_gone'], visitors: [visitor.id], startedAt: new Date(now).toISOString() }
  await retentions.put('acme', 'retention', { ...batch, dueAt: now })
  await eventually(async () => {
    await sweep()
    expect(await chat.context.ask(visitorRead, { visitorId: 'vis_1' })).toEqual({ verified: false })
  })
})

const anonymous = (visitorId: string) => ({ visitor: { id: visitorId, widgetId: 'wgt_1' } })
const reply = (conversationId: string, operationId: string) =>
  chat.context.ask(chatContracts.queries.messageWrite, {
    operationId,
    conversationId,
    kind: 'reply',
    content: 'I will look.',
    agent: { id: 'agt_1', name: 'Maja' },
  })

it('what anonymous visitors said to the AI alone is removed after 30 days, without any setting', async () => {
  const { visitorUpdate, visitorRead, conversationHandBack, conversationHandOver, conversationUpdate } =
    chatContracts.queries
  const open = await talk(undefined, anonymous('vis_1'))
  const closed = await talk('closed', anonymous('vis_2'))
  const ofUser = await talk('closed')
  const [answered, handedBack, waiting] = [
    await talk(undefined, anonymous('vis_3')),
    await talk(undefined, anonymous('vis_4')),
    await talk(undefined, anonymous('vis_5')),
  ]
  const unanswered = await talk(undefined, anonymous('vis_6'))
  await chat.context.ask(visitorUpdate, { visitorId: 'vis_1', widgetId: 'wgt_1', details: { name: 'Anna' } })
  await reply(answered, 'op_1')
  await reply(handedBack, 'op_2')
  await chat.context.ask(conversationHandBack, { conversationId: handedBack, actor })
  for (const [i, conversationId] of [waiting, unanswered].entries())
    await chat.context.ask(conversationHandOver, {
      operationId: `op_h${i}`,
      conversationId,
      actor: { kind: 'customer' },
    })
  const close = { conversationId: unanswered, patch: { status: 'closed' as const }, actor }
  await chat.context.ask(conversationUpdate, close)
  now += 29 * dayMs
  await sweep()
  expect(await isThere(open)).toBe(true)
  now += 2 * dayMs
  await eventually(async () => {
    await sweep()
    expect(told).toHaveLength(1)
  })
  const all = [open, closed, unanswered, ofUser, answered, handedBack, waiting]
  expect(await Promise.all(all.map(isThere))).toEqual([false, false, false, true, true, true, true])
  const erased = (asked[0]!.subject as { conversationIds: string[] }).conversationIds
  expect(erased.sort()).toEqual([open, closed, unanswered].sort())
  expect(await chat.context.ask(visitorRead, { visitorId: 'vis_1' })).toEqual({ verified: false })
})

it('a user of the site is no anonymous visitor, and null keeps what anonymous ones said', async () => {
  const { visitorIdentify, settingsUpdate } = chatContracts.queries
  const ofUser = await talk('closed', anonymous('vis_1'))
  const ofNobody = await talk('closed', anonymous('vis_2'))
  const claims = { externalId: 'user-1', isEmailVerified: false }
  await chat.context.ask(visitorIdentify, { visitorId: 'vis_1', widgetId: 'wgt_1', claims })
  const keep = (anonymousRetentionDays: number | null) =>
    chat.context.ask(settingsUpdate, { patch: { anonymousRetentionDays }, actor })
  await keep(null)
  now += 400 * dayMs
  await sweep()
  expect(await Promise.all([ofUser, ofNobody].map(isThere))).toEqual([true, true])
  await keep(7)
  await eventually(async () => {
    await sweep()
    expect(await Promise.all([ofUser, ofNobody].map(isThere))).toEqual([true, false])
  })
})

it('a visitor who deletes their conversations has none at once, and they are erased everywhere, whatever their state', async () => {
  const { queries } = chatContracts
  const visitor = { visitorId: 'vis_1' }
  const own = [await talk(undefined, anonymous('vis_1')), await talk('closed', anonymous('vis_1'))]
  const withPerson = await talk(undefined, anonymous('vis_1'))
  await reply(withPerson, 'op_1')
  const others = await talk(undefined, anonymous('vis_2'))
  const claims = { externalId: 'user-1', isEmailVerified: false }
  const page = { url: 'https://shop.example.com/returns', title: 'Returns' }
  const details = { name: 'Anna' }
  const ofUser = { visitorId: 'vis_3', widgetId: 'wgt_1' }
  await chat.context.ask(queries.visitorIdentify, { ...ofUser, claims })
  for (const known of [{ ...visitor, widgetId: 'wgt_1' }, ofUser])
    await chat.context.ask(queries.visitorUpdate, { ...known, details, page })
  away.add('deliveries')

  await chat.context.ask(queries.visitorConversationsDelete, visitor)
  const list = () => chat.context.ask(queries.visitorConversationList, { ...visitor, limit: 10 })
  expect((await list()).items).toEqual([])
  const recordOf = async (id: string) => (await chat.chatContext.collections.visitors.get('acme', id))?.body
  expect(await recordOf('vis_1')).toBeUndefined()
  await chat.context.ask(queries.visitorConversationsDelete, { visitorId: 'vis_3' })
  expect(await recordOf('vis_3')).toEqual({ widgetId: 'wgt_1', claims, updatedAt: expect.any(String) })
  await expect(
    chat.context.ask(queries.visitorConversationRead, { ...visitor, conversationId: withPerson }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const goOn = chat.read('And to Norway?', { ...anonymous('vis_1'), conversationId: withPerson })
  await expect(goOn.ended).rejects.toMatchObject({ code: 'not_found' })
  // What comes after it is the visitor's again.
  const after = await talk(undefined, anonymous('vis_1'))
  expect((await list()).items.map(({ id }) => id)).toEqual([after])

  away.clear()
  now += 60_000
  await eventually(async () => {
    await sweep()
    expect(told).toHaveLength(1)
  })
  const all = [...own, withPerson]
  expect(await Promise.all([...all, others, after].map(isThere))).toEqual([false, false, false, true, true])
  expect(told[0]!.removed).toContainEqual({ what: 'conversations', count: 3 })
  for (const by of ['copilot', 'analytics', 'channels', 'deliveries', 'replies'])
    expect(
      asked
        .filter((each) => each.by === by)
        .flatMap(({ subject }) => (subject as { conversationIds: string[] }).conversationIds),
    ).toEqual(expect.arrayContaining(all))
  // With none left to erase, nothing looks for more.
  now += 60_000
  await eventually(async () => {
    await sweep()
    expect(await chat.chatContext.collections.retentions.get('acme', 'requested')).toBeUndefined()
  })
})

it('a deletion that is asked for during a run takes nothing from it, and comes next', async () => {
  const { visitorConversationsDelete } = chatContracts.queries
  const first = await talk(undefined, anonymous('vis_1'))
  const second = await talk(undefined, anonymous('vis_2'))
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  beforeErasing = () => goesOn
  await chat.context.ask(visitorConversationsDelete, { visitorId: 'vis_1' })
  // Whichever sweep has it: this one, or that of the service.
  const sweeping = eventually(async () => {
    await sweep()
    expect(told).toHaveLength(1)
  })
  await eventually(async () => expect(asked).toHaveLength(1))
  await chat.context.ask(visitorConversationsDelete, { visitorId: 'vis_2' })
  const { body } = (await chat.chatContext.collections.retentions.get('acme', 'requested'))!
  expect(body).toMatchObject({ isWanted: true, dueAt: now + 120_000 })
  goOn()
  await sweeping
  await eventually(async () => {
    await sweep()
    expect(await Promise.all([first, second].map(isThere))).toEqual([false, false])
    const counts = told.flatMap(({ removed }) => removed.filter(({ what }) => what === 'conversations'))
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})

it('a run goes on behind what it kept, however much that is', async () => {
  const { conversations } = chat.chatContext.collections
  const kept = await talk(undefined, anonymous('vis_1'))
  const waits = { ...(await conversations.get('acme', kept))!.body, handler: 'queue' as const }
  const copies = Array.from({ length: 1_150 }, (_, i) => ({
    id: `cnv_${String(i).padStart(32, '0')}`,
    body: { ...waits, lastMessageAt: new Date(now + i).toISOString() },
  }))
  await conversations.putMany('acme', copies)
  now += 2_000
  const last = await talk('closed', anonymous('vis_2'))
  now += 31 * dayMs
  await eventually(async () => {
    await sweep()
    expect(await isThere(last)).toBe(false)
  })
  expect(await conversations.count('acme', { handler: 'queue' })).toBe(1_150)
}, 30_000)

it('nothing is removed when retention is off or was switched off', async () => {
  const closed = await talk('closed')
  await keepFor(5)
  await keepFor(null)
  now += 400 * dayMs
  await sweep()
  expect(await isThere(closed)).toBe(true)
  expect([asked, told]).toEqual([[], []])
})

it('an interrupted run continues until every copy is removed, and reports once what it removed', async () => {
  const closed = await talk('closed')
  away.add('deliveries')
  now += 3 * dayMs
  await keepFor(2)
  // The commit of the settings begins the run by itself, so what is gone here may not be asked for elsewhere yet.
  const brokeOff = (times: number) =>
    eventually(async () => {
      await sweep()
      expect(asked).toHaveLength(3 * times)
      const { body } = (await chat.chatContext.collections.retentions.get('acme', 'retention'))!
      expect([body.claim, body.dueAt]).toEqual([undefined, now + 60_000])
    })
  await brokeOff(1)
  expect(await isThere(closed)).toBe(false)
  expect(told).toEqual([])
  now += 60_000
  await brokeOff(2)
  const asks = ['copilot', 'analytics', 'channels']
  expect(asked.map(({ by }) => by)).toEqual([...asks, ...asks])
  away.clear()
  now += 60_000
  await eventually(async () => {
    await sweep()
    expect(told).toHaveLength(1)
  })
  expect(asked.at(-1)).toEqual({ by: 'replies', subject: { kind: 'conversations', conversationIds: [closed] } })
  now += 2 * 3_600_000
  await sweep()
  expect(told).toHaveLength(1)
})

it('a process that stalls beyond its lease writes nothing while another one works', async () => {
  const closed = await talk('closed')
  const held: (() => void)[] = []
  beforeErasing = async () => {
    if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
  }
  now += 3 * dayMs
  await keepFor(2)
  const { retentions } = chat.chatContext.collections
  await eventually(async () => expect(await retentions.get('acme', 'retention')).toBeDefined())
  // The commit of the settings begins a run too: whichever claims the job first is held, and the other one has nothing to do.
  const claimNow = () => retentionWork.run('retention', chat.chatContext.forTenant('acme') as typeof chat.chatContext)
  const first = claimNow()
  await eventually(() => expect(held).toHaveLength(1))
  now += 121_000
  const second = claimNow()
  await eventually(() => expect(held).toHaveLength(2))
  const before = await retentions.get('acme', 'retention')
  const askedBefore = asked.length
  held[0]!()
  await first
  expect(await retentions.get('acme', 'retention')).toEqual(before)
  expect(asked).toHaveLength(askedBefore)
  held[1]!()
  await second
  await eventually(() => expect(told).toHaveLength(1))
  expect(told[0]!.removed).toContainEqual({ what: 'conversations', count: 1 })
  expect(await isThere(closed)).toBe(false)
})

it('a clock that jumps ahead for less than an hour erases nothing; when it stays there, it counts', async () => {
  const closed = await talk('closed')
  let passed = 0
  chat.chatContext.state.clockJumps = openClockJumps(now, () => passed)
  /** Resolves after a run that put off the next one from now. */
  const hasRun = () =>
    eventually(async () => {
      await sweep()
      const run = await chat.chatContext.collections.retentions.get('acme', 'retention')
      expect(run?.body).toMatchObject({ dueAt: now + 3_600_000 })
    })
  await keepFor(30)
  await hasRun()
  now += 40 * dayMs
  await hasRun()
  now -= 40 * dayMs
  await hasRun()
  expect(await isThere(closed)).toBe(true)

  now += 40 * dayMs
  await hasRun()
  expect(await isThere(closed)).toBe(true)
  passed += 3_600_000
  now += 3_600_000
  await hasRun()
  expect(await isThere(closed)).toBe(false)
})
