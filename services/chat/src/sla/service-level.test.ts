import { type BusinessHours, type Conversation, chat as chatContracts, type InputOf } from '@frontdesk/contracts'
import { limitMs, runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { runDueTransitions } from '../conversations/run-due-transitions.ts'

const { queries } = chatContracts
const chats = useChats()
const minuteMs = 60_000
/** A Monday, an hour before the office opens. */
const monday = Date.parse('2026-03-02T08:00:00Z')
const office: BusinessHours = {
  timeZone: 'UTC',
  days: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, [{ from: '09:00', to: '17:00' }]]),
  ),
}
const actor = { kind: 'agent', id: 'agt_anna', name: 'Anna' } as const
const textOf = (time: number) => new Date(time).toISOString()
const after = (minutes: number, from = monday) => textOf(from + minutes * minuteMs)
let operations = 0
const operationId = () => `service level operation ${operations++}`

let now: number
let chat: TestChat
beforeEach(async () => {
  now = monday
  chat = await chats.start({ clock: { now: () => now } })
})

const makePolicy = (policy: Partial<InputOf<typeof queries.slaPolicyCreate>['policy']> = {}) =>
  chat.context.ask(queries.slaPolicyCreate, {
    operationId: operationId(),
    policy: { name: 'Fast', targets: { firstResponse: 30, nextResponse: 10, resolution: 120 }, ...policy },
  })
const read = async (conversationId: string): Promise<NonNullable<Conversation['sla']>> =>
  (await chat.context.ask(queries.conversationRead, { conversationId })).sla!
const patch = (conversationId: string, change: object) =>
  chat.context.ask(queries.conversationUpdate, { conversationId, patch: change, actor })
/** A conversation that goes to people now. */
async function handOver(more: object = {}): Promise<string> {
  const [begun] = await chat.read('How long does delivery take?', more).ended
  const { conversationId } = begun as { conversationId: string }
  await chat.context.ask(queries.conversationHandOver, { operationId: operationId(), conversationId, actor })
  return conversationId
}
const reply = (conversationId: string, kind: 'reply' | 'note' = 'reply') =>
  chat.context.ask(queries.messageWrite, {
    ...{ operationId: operationId(), conversationId, kind, content: 'Three days.' },
    agent: { id: actor.id, name: actor.name },
  })
const write = async (conversationId: string) => void (await chat.read('And then?', { conversationId }).ended)
const pass = (minutes: number) => {
  now += minutes * minuteMs
}
const listed = async (filter: object) =>
  (await chat.context.ask(queries.conversationList, filter)).items.map(({ id }) => id)
const runDue = () => runDueTransitions(chat.chatContext)

it('a first response, a next response and a resolution in time', async () => {
  const { id: policyId } = await makePolicy()
  const id = await handOver()
  expect(await read(id)).toEqual({ policyId, firstResponse: { dueAt: after(30) }, resolution: { dueAt: after(120) } })
  pass(10)
  await reply(id, 'note')
  pass(10)
  await reply(id)
  const answered = await read(id)
  expect(answered.firstResponse).toEqual({ dueAt: after(30), metAt: after(20) })
  expect(answered.resolution).toEqual({ remainingMinutes: 100 })
  expect(answered).not.toHaveProperty('nextResponse')
  pass(60)
  await write(id)
  expect(await read(id)).toMatchObject({ nextResponse: { dueAt: after(90) }, resolution: { dueAt: after(180) } })
  pass(5)
  await write(id)
  expect((await read(id)).nextResponse).toEqual({ dueAt: after(90) })
  await reply(id)
  await patch(id, { status: 'resolved' })
  const done = await read(id)
  expect(done.nextResponse).toEqual({ dueAt: after(90), metAt: after(85) })
  expect(done.resolution).toMatchObject({ metAt: after(85) })
  await runDue()
  expect(await listed({ sla: ['due', 'breached'] })).toEqual([])
})

it('what is due is missed once, with an event, a line in the log and what the policy does', async () => {
  const team = { name: 'Managers' }
  const { id: teamId } = await chat.context.ask(queries.teamCreate, { operationId: operationId(), team })
  const { id: policyId } = await makePolicy({ onBreach: { addTags: ['late'], teamId } })
  const id = await handOver()
  await patch(id, { assignee: 'agt_anna' })
  pass(29)
  await runDue()
  expect((await read(id)).firstResponse).toEqual({ dueAt: after(30) })
  expect(await listed({ sla: 'due' })).toEqual([id])
  pass(5)
  await runDue()
  await runDue()
  expect((await read(id)).firstResponse).toEqual({ dueAt: after(30), breachedAt: after(30) })
  const conversation = await chat.context.ask(queries.conversationRead, { conversationId: id })
  expect(conversation).toMatchObject({ tags: ['late'], teamId, assignee: null })
  expect(await listed({ sla: 'breached' })).toEqual([id])
  const { items } = await chat.context.ask(queries.activityList, { conversationId: id })
  const missed = items.filter(({ action }) => action === 'sla_breached')
  expect(missed).toMatchObject([{ actor: { kind: 'system', id: policyId }, to: 'firstResponse', detail: 'Fast' }])
  await eventually(() => {
    const told = chat.events.filter(({ subject }) => subject === 'conversation.sla_breached')
    expect(told).toMatchObject([{ body: { sla: { policyId, target: 'firstResponse', elapsedMs: 30 * minuteMs } } }])
  })
  // An answer that comes too late meets nothing; how long it took is told once.
  await reply(id)
  await reply(id)
  expect((await read(id)).firstResponse).toEqual({ dueAt: after(30), breachedAt: after(30) })
  await eventually(() => {
    const told = chat.events.filter(({ subject }) => subject === 'conversation.sla_answered_late')
    expect(told).toMatchObject([{ body: { sla: { policyId, target: 'firstResponse', elapsedMs: 34 * minuteMs } } }])
  })
})

const escalated = (id: string) =>
  chat.events
    .filter(({ subject }) => subject === 'conversation.escalated')
    .map(({ body }) => body as { reason: string; summary: string; conversation: Conversation })
    .filter(({ conversation }) => conversation.id === id)
const escalations = async (conversationId: string) =>
  (await chat.context.ask(queries.activityList, { conversationId })).items.filter(({ action }) => action === 'escalate')

it('a missed target escalates what an agent has, once, with the words of the customer', async () => {
  const { id: policyId } = await makePolicy({
    onBreach: { escalate: true },
    targets: { nextResponse: 10, resolution: 30 },
  })
  const [begun] = await chat.read('How long does delivery take?').ended
  const { conversationId } = begun as { conversationId: string }
  await reply(conversationId)
  await write(conversationId)
  expect(await chat.context.ask(queries.conversationRead, { conversationId })).toMatchObject({ status: 'open' })
  pass(9)
  await runDue()
  expect(escalated(conversationId)).toEqual([])
  pass(1)
  await runDue()
  pass(60)
  await Promise.all([runDue(), runDue()])
  const conversation = await chat.context.ask(queries.conversationRead, { conversationId })
  expect(conversation).toMatchObject({
    status: 'escalated',
    handler: 'agent',
    escalation: { reason: 'sla', at: after(10), summary: 'And then?', sourcesTried: ['src_delivery'] },
    sla: { nextResponse: { breachedAt: after(10) }, resolution: { breachedAt: after(30) } },
  })
  await eventually(() => {
    const told = { reason: 'sla', summary: 'And then?', conversation: { id: conversationId, status: 'escalated' } }
    expect(escalated(conversationId)).toMatchObject([told])
    expect(chat.events.filter(({ subject }) => subject === 'conversation.sla_breached')).toHaveLength(2)
  })
  expect(await escalations(conversationId)).toMatchObject([
    { actor: { kind: 'system', id: policyId }, from: 'open', to: 'escalated', detail: 'sla: Fast' },
  ])
})

it('what went to people before is escalated again by a missed target, and once more after it was opened again', async () => {
  await makePolicy({ onBreach: { escalate: true } })
  const id = await handOver()
  const { summary } = (await chat.context.ask(queries.conversationRead, { conversationId: id })).escalation!
  pass(31)
  await runDue()
  pass(100)
  await runDue()
  const reasons = () => escalated(id).map((each) => [each.reason, each.summary])
  await eventually(() =>
    expect(reasons()).toEqual([
      ['requested', summary],
      ['sla', summary],
    ]),
  )
  await patch(id, { status: 'closed' })
  await write(id)
  pass(31)
  await runDue()
  await eventually(() => expect(reasons()).toHaveLength(3))
  expect(await escalations(id)).toHaveLength(2)
})

it('a missed target escalates nothing where the policy does not say so, nor what the same change resolves', async () => {
  await makePolicy({ onBreach: { addTags: ['late'] }, filter: { channel: ['email'] }, order: 1 })
  await makePolicy({ onBreach: { escalate: true }, order: 2 })
  const [mail, resolved] = [await handOver({ channel: 'email' }), await handOver()]
  pass(31)
  await patch(resolved, { status: 'resolved' })
  await runDue()
  expect(await listed({ sla: 'breached' })).toHaveLength(2)
  const of = async (conversationId: string) => chat.context.ask(queries.conversationRead, { conversationId })
  expect(await of(mail)).toMatchObject({ tags: ['late'], escalation: { reason: expect.not.stringMatching('sla') } })
  expect(await of(resolved)).toMatchObject({ status: 'resolved' })
  await eventually(() =>
    expect(chat.events.filter(({ subject }) => subject === 'conversation.sla_breached')).toHaveLength(2),
  )
  expect([...escalated(mail), ...escalated(resolved)].map(({ reason }) => reason)).not.toContain('sla')
})

it('an answer after the due time is too late, whether or not anybody has noticed before', async () => {
  await makePolicy()
  const id = await handOver()
  pass(31)
  await reply(id)
  expect((await read(id)).firstResponse).toEqual({ dueAt: after(30), breachedAt: after(30) })
})

it('snoozed time does not count, and in business hours neither do nights', async () => {
  await chat.context.ask(queries.settingsUpdate, { patch: { businessHours: office }, actor })
  await makePolicy({ businessHours: true, targets: { firstResponse: 60, resolution: 600 } })
  const id = await handOver()
  // The office opens at nine, and 600 minutes are more than its day has.
  expect(await read(id)).toMatchObject({
    firstResponse: { dueAt: after(120) },
    resolution: { dueAt: textOf(Date.parse('2026-03-03T11:00:00Z')) },
  })
  pass(90)
  await patch(id, { snoozedUntil: textOf(Date.parse('2026-03-03T16:45:00Z')) })
  expect(await read(id)).toMatchObject({
    firstResponse: { remainingMinutes: 30 },
    resolution: { remainingMinutes: 570 },
  })
  now = Date.parse('2026-03-03T16:45:00Z')
  await runDue()
  expect((await read(id)).firstResponse).toEqual({ dueAt: '2026-03-04T09:15:00.000Z' })
})

it('a target of a year, in hours of a minute a week, holds nobody up and is never due', async () => {
  const days = { monday: [{ from: '09:00', to: '09:01' }] }
  await chat.context.ask(queries.settingsUpdate, { patch: { businessHours: { timeZone: 'UTC', days } }, actor })
  const { id: policyId } = await makePolicy({
    businessHours: true,
    targets: { firstResponse: 525_600, nextResponse: 525_600, resolution: 30 },
  })
  const id = await handOver()
  const dueAt = textOf(Date.parse('2026-09-21T09:01:00Z'))
  expect(await read(id)).toEqual({ policyId, firstResponse: {}, resolution: { dueAt } })
  expect(await listed({ sort: 'due' })).toEqual([id])
  pass(30 * 7 * 1_440)
  await runDue()
  expect(await read(id)).toMatchObject({ firstResponse: {}, resolution: { breachedAt: dueAt } })
  await reply(id)
  expect((await read(id)).firstResponse).toEqual({ metAt: textOf(now) })
})

it('the policy with the lowest order that fits applies, and another one when the team changes before an answer', async () => {
  const team = { name: 'Priority' }
  const { id: teamId } = await chat.context.ask(queries.teamCreate, { operationId: operationId(), team })
  const mail = await makePolicy({ filter: { channel: ['email'] }, order: 1 })
  const vip = await makePolicy({ filter: { team: [teamId] }, order: 2, targets: { firstResponse: 5 } })
  const rest = await makePolicy({ order: 3, targets: { firstResponse: 60 } })
  expect((await read(await handOver({ channel: 'email' }))).policyId).toBe(mail.id)
  const id = await handOver()
  expect((await read(id)).policyId).toBe(rest.id)
  pass(1)
  await patch(id, { teamId })
  expect(await read(id)).toEqual({ policyId: vip.id, firstResponse: { dueAt: after(5) } })
  await reply(id)
  await patch(id, { teamId: null })
  expect((await read(id)).policyId).toBe(vip.id)
  expect(await listed({ sort: 'due' })).toHaveLength(1)
})

it('handed back to the AI it has no targets, and what came to people before there were policies gets none', async () => {
  const old = await handOver()
  await makePolicy()
  await reply(old)
  expect(await read(old)).toBeUndefined()
  const id = await handOver()
  await chat.context.ask(queries.conversationHandBack, { conversationId: id, actor })
  expect(await read(id)).toBeUndefined()
  pass(200)
  await runDue()
  expect(await listed({ sla: 'breached' })).toEqual([])
})

it('opened again by the customer, it is to be answered and resolved again', async () => {
  await makePolicy()
  const id = await handOver()
  await reply(id)
  await patch(id, { status: 'closed' })
  pass(1_000)
  await write(id)
  const { nextResponse, resolution } = await read(id)
  expect([nextResponse, resolution]).toEqual([{ dueAt: after(1_010) }, { dueAt: after(1_120) }])
})

type Step = { kind: 'reply' | 'write' | 'note' | 'snooze' | 'wake' | 'resolve' | 'look'; minutes: number }

it(
  'whatever happens in whatever order, each target has one end, and none is due and unnoticed',
  async () => {
    await makePolicy()
    const stepArbitrary: fc.Arbitrary<Step> = fc.record({
      kind: fc.constantFrom('reply', 'write', 'note', 'snooze', 'wake', 'resolve', 'look'),
      minutes: fc.integer({ min: 0, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 12 }), async (steps) => {
        const id = await handOver()
        for (const { kind, minutes } of steps) {
          pass(minutes)
          const { status } = await chat.context.ask(queries.conversationRead, { conversationId: id })
          if (kind === 'reply' || kind === 'note') await reply(id, kind)
          else if (kind === 'write') await write(id)
          else if (kind === 'resolve') await patch(id, { status: 'resolved' })
          else if (kind === 'wake') await patch(id, { snoozedUntil: null })
          else if (kind === 'snooze' && status !== 'resolved')
            await patch(id, { snoozedUntil: textOf(now + 20 * minuteMs) })
          await runDue()
          const { policyId: _, ...targets } = await read(id)
          for (const target of Object.values(targets)) {
            const ends = [target.metAt, target.breachedAt, target.remainingMinutes].filter((end) => end !== undefined)
            expect(ends.length).toBeLessThanOrEqual(1)
            if (ends.length === 0) expect(Date.parse(target.dueAt!)).toBeGreaterThan(now)
            if (target.metAt && target.dueAt) expect(target.metAt <= target.dueAt).toBe(true)
          }
        }
      }),
      { numRuns: runs(25) },
    )
  },
  limitMs(60_000),
)
