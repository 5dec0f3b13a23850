import { type AgentAvailability, chat as chatContracts, gateway } from '@frontdesk/contracts'
import { limitMs, runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { assignmentWork } from './assign-waiting.ts'
import { assignmentId } from './assignment-document.ts'
import { updateTeam } from './team-store.ts'

const { queries } = chatContracts
const chats = useChats()
const actor = { kind: 'agent', id: 'agt_boss', name: 'Boss' } as const
const hourMs = 3_600_000
const start = Date.parse('2026-03-02T12:00:00Z')
const timeAt = (ms: number) => new Date(ms).toISOString()
let operations = 0
const operationId = () => `assignment operation ${operations++}`

type Assignment = 'manual' | 'round_robin' | 'least_busy'
const makeTeam = async (chat: TestChat, assignment: Assignment, members: string[]): Promise<string> =>
  (
    await chat.context.ask(queries.teamCreate, {
      operationId: operationId(),
      team: { name: 'Help', members, assignment },
    })
  ).id
/** A new conversation that waits for people in a team. */
async function wait(chat: TestChat, teamId: string): Promise<string> {
  const [begun] = await chat.read('How long does delivery take?').ended
  const { conversationId } = begun as { conversationId: string }
  await chat.context.ask(queries.conversationHandOver, { operationId: operationId(), conversationId, teamId, actor })
  return conversationId
}
const read = (chat: TestChat, conversationId: string) => chat.context.ask(queries.conversationRead, { conversationId })
const patch = (chat: TestChat, conversationId: string, change: object) =>
  chat.context.ask(queries.conversationUpdate, { conversationId, patch: change, actor })
const assigneesOf = (chat: TestChat, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await read(chat, id)).assignee))
/** Has `count` conversations wait one after the other, each until it is assigned; answers to whom. */
async function assignInTurn(chat: TestChat, teamId: string, count: number): Promise<(string | null)[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const id = await wait(chat, teamId)
    await eventually(async () => expect((await read(chat, id)).assignee).not.toBeNull())
    ids.push(id)
  }
  return assigneesOf(chat, ids)
}

it('a team that is stored is assigned for, although nothing else could be written at that moment', async () => {
  const chat = await chats.start()
  await chat.setAgent('anna')
  const teamId = await makeTeam(chat, 'manual', ['anna'])
  const id = await wait(chat, teamId)
  const { collections, commit } = chat.chatContext
  const broken: typeof commit = (collection, ...rest) => {
    if ((collection as unknown) === collections.assignments) throw new Error('the process ended')
    return commit(collection, ...rest)
  }
  await updateTeam({ teamId, patch: { assignment: 'round_robin' } }, { ...chat.chatContext, commit: broken })
  await eventually(async () => expect((await read(chat, id)).assignee).toBe('anna'))
})

it('members take turns, and whoever is away, out of office or disabled is passed over', async () => {
  const chat = await chats.start()
  const now = Date.now()
  for (const agentId of ['anna', 'bo', 'cia', 'dag', 'eva']) await chat.setAgent(agentId)
  await chat.setAgent('cia', { available: false })
  await chat.setAgent('dag', { outOfOffice: { from: timeAt(now - hourMs), until: timeAt(now + hourMs) } })
  await chat.setAgent('eva', { isActive: false })
  const teamId = await makeTeam(chat, 'round_robin', ['anna', 'cia', 'bo', 'dag', 'eva', 'unknown'])
  expect(await assignInTurn(chat, teamId, 5)).toEqual(['anna', 'bo', 'anna', 'bo', 'anna'])
  const { items } = await chat.context.ask(queries.teamList, {})
  expect(items[0]).not.toHaveProperty('lastAssigned')
})

it('least busy: whoever has the fewest open conversations gets the next one', async () => {
  const chat = await chats.start()
  for (const agentId of ['anna', 'bo']) await chat.setAgent(agentId)
  const teamId = await makeTeam(chat, 'least_busy', ['anna', 'bo'])
  const [first, second] = [await wait(chat, teamId), await wait(chat, teamId)]
  await eventually(async () => expect((await assigneesOf(chat, [first, second])).sort()).toEqual(['anna', 'bo']))
  const ofBo = (await read(chat, first)).assignee === 'bo' ? first : second
  await patch(chat, ofBo, { status: 'resolved' })
  expect(await assignInTurn(chat, teamId, 2)).toEqual(['bo', expect.any(String)])
})

it('what nobody has capacity for waits, and is assigned as soon as somebody has, in the order in which it came', async () => {
  const chat = await chats.start()
  await chat.setAgent('anna', { capacity: 1 })
  const teamId = await makeTeam(chat, 'round_robin', ['anna'])
  const [first] = [await wait(chat, teamId)]
  await eventually(async () => expect(await assigneesOf(chat, [first])).toEqual(['anna']))
  const [second, third] = [await wait(chat, teamId), await wait(chat, teamId)]
  await patch(chat, first, { status: 'closed' })
  await eventually(async () => expect(await assigneesOf(chat, [second, third])).toEqual(['anna', null]))
  await chat.setAgent('bo')
  await chat.context.ask(queries.teamUpdate, { teamId, patch: { members: ['anna', 'bo'] } })
  await eventually(async () => expect(await assigneesOf(chat, [second, third])).toEqual(['anna', 'bo']))
})

it('who comes back from a time out of office gets what waits, without anybody touching anything', async () => {
  let now = start
  const chat = await chats.start({ clock: { now: () => now } })
  await chat.setAgent('anna', { outOfOffice: { from: timeAt(start - hourMs), until: timeAt(start + hourMs) } })
  const teamId = await makeTeam(chat, 'least_busy', ['anna'])
  const id = await wait(chat, teamId)
  await eventually(async () => {
    const stored = await chat.chatContext.collections.assignments.get('acme', assignmentId)
    expect(stored?.body).toMatchObject({ dueAt: start + hourMs })
    expect(stored?.body.claim).toBeUndefined()
  })
  expect((await read(chat, id)).assignee).toBeNull()
  now += hourMs
  await assignmentWork.runDue(chat.chatContext)
  expect((await read(chat, id)).assignee).toBe('anna')
})

it('snoozed conversations, those of the AI and of manual teams are not assigned', async () => {
  const chat = await chats.start()
  await chat.setAgent('anna')
  const manual = await makeTeam(chat, 'manual', ['anna'])
  const automatic = await makeTeam(chat, 'round_robin', ['anna'])
  const inManual = await wait(chat, manual)
  const [begun] = await chat.read('How long does delivery take?').ended
  const { conversationId: ofAi } = begun as { conversationId: string }
  await patch(chat, ofAi, { teamId: automatic })
  const snoozed = await wait(chat, manual)
  await patch(chat, snoozed, { snoozedUntil: timeAt(Date.now() + hourMs), teamId: automatic })
  const other = await wait(chat, automatic)
  await eventually(async () => expect(await assigneesOf(chat, [other])).toEqual(['anna']))
  expect(await assigneesOf(chat, [inManual, ofAi, snoozed])).toEqual([null, null, null])
  await patch(chat, snoozed, { snoozedUntil: null })
  await eventually(async () => expect(await assigneesOf(chat, [snoozed])).toEqual(['anna']))
})

it('where the setting says so, what waits with somebody who leaves goes to somebody else of the team', async () => {
  const chat = await chats.start()
  for (const agentId of ['anna', 'bo']) await chat.setAgent(agentId)
  await chat.setAgent('bo', { available: false })
  const teamId = await makeTeam(chat, 'round_robin', ['anna', 'bo'])
  const [waiting, answered] = [await wait(chat, teamId), await wait(chat, teamId)]
  await eventually(async () => expect(await assigneesOf(chat, [waiting, answered])).toEqual(['anna', 'anna']))
  await chat.read('And how much is it?', { conversationId: waiting }).ended
  await chat.read('And how much is it?', { conversationId: answered }).ended
  const reply = { kind: 'reply' as const, content: 'Nothing.', agent: { id: 'anna', name: 'Anna' } }
  await chat.context.ask(queries.messageWrite, { operationId: operationId(), conversationId: answered, ...reply })
  const change = { unassignWhenOutOfOffice: true }
  await chat.context.ask(queries.settingsUpdate, { patch: change, actor })
  const away = { from: timeAt(Date.now() - hourMs), until: timeAt(Date.now() + hourMs) }
  await chat.setAgent('bo', { available: true })
  await chat.setAgent('anna', { outOfOffice: away })
  await eventually(async () => expect(await assigneesOf(chat, [waiting, answered])).toEqual(['bo', 'anna']))
})

it('what changes while a pass is under way is not forgotten', async () => {
  const changesMeanwhile: (() => Promise<void>)[] = []
  const chat = await chats.start({ agentsRead: async () => changesMeanwhile.shift()?.() })
  await chat.setAgent('anna', { available: false })
  const teamId = await makeTeam(chat, 'round_robin', ['anna'])
  const stored = () => chat.chatContext.collections.assignments.get('acme', assignmentId)
  // The pass that the team itself caused.
  await eventually(async () => expect((await stored())?.body).toEqual({ requests: expect.any(Number), tries: 0 }))
  changesMeanwhile.push(async () => {
    const before = (await stored())!.body.requests
    await chat.setAgent('anna', { available: true })
    await eventually(async () => expect((await stored())!.body.requests).toBeGreaterThan(before))
  })
  const id = await wait(chat, teamId)
  await eventually(async () => expect(await assigneesOf(chat, [id])).toEqual(['anna']))
})

type Step =
  | { kind: 'wait'; chat: number }
  | { kind: 'resolve' | 'unassign' | 'take'; chat: number; which: number }
  | { kind: 'agent'; chat: number; agent: number; change: Partial<AgentAvailability> }
/** `take`: somebody assigns it by hand, to somebody who is not a member. */
const changes = { resolve: { status: 'resolved' }, unassign: { assignee: null }, take: { assignee: 'zed' } }
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), chat: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('resolve', 'unassign', 'take'), chat: fc.nat(1), which: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('agent' as const),
      chat: fc.nat(1),
      agent: fc.nat(2),
      change: fc.oneof(fc.record({ available: fc.boolean() }), fc.record({ isActive: fc.boolean() })),
    }),
  },
)

it(
  'however it interleaves in two processes, nobody exceeds their capacity, nothing is assigned twice or forgotten',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
        fc.constantFrom('round_robin' as const, 'least_busy' as const),
        async (rounds, capacities, assignment) => {
          const both = [await chats.start(), await chats.start()] as const
          const [chat] = both
          const names = ['anna', 'bo', 'cia'].map((name) => `${name} ${operations++}`)
          for (const [i, agentId] of names.entries()) await chat.setAgent(agentId, { capacity: capacities[i]! })
          const teamId = await makeTeam(chat, assignment, names)
          const ids: string[] = []
          const exceeded: string[] = []
          const doStep = async (step: Step): Promise<void> => {
            const own = both[step.chat]!
            if (step.kind === 'wait') ids.push(await wait(own, teamId))
            else if (step.kind === 'agent') await own.setAgent(names[step.agent]!, step.change)
            else if (ids.length > 0) {
              const id = ids[step.which % ids.length]!
              await patch(own, id, changes[step.kind])
            }
          }
          const look = async () => {
            const open = (await Promise.all(ids.map((id) => read(chat, id)))).filter(
              ({ status }) => status !== 'resolved',
            )
            const loads = names.map((name) => open.filter(({ assignee }) => assignee === name).length)
            for (const [i, load] of loads.entries()) if (load > capacities[i]!) exceeded.push(names[i]!)
            return { loads, left: open.filter(({ assignee }) => assignee === null).length }
          }
          for (const round of rounds) {
            await Promise.all(round.map(doStep))
            await look()
          }
          await eventually(async () => {
            const { items } = await chat.chatContext.ask(gateway.queries.agentAvailabilityRead, { agentIds: names })
            const { loads, left } = await look()
            const isFree = ({ agentId, isActive, available, capacity }: AgentAvailability) =>
              isActive && available && loads[names.indexOf(agentId)]! < capacity!
            expect(left === 0 || !items.some(isFree)).toBe(true)
          })
          expect(exceeded).toEqual([])
          for (const conversationId of ids) {
            const { items } = await chat.context.ask(queries.activityList, { conversationId })
            let assignee: unknown = null
            for (const { actor: by, action, to } of items.toReversed()) {
              if (action === 'assign' && by.id === teamId) expect(assignee).toBeNull()
              if (action === 'assign' || action === 'unassign') assignee = to
            }
          }
          await chats.stop()
        },
      ),
      { numRuns: runs(10) },
    )
  },
  limitMs(120_000),
)
