import { chat as chatContracts, type InputOf } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { exportConversations } from '../conversations/export-conversations.ts'
import { teamRemovalWork } from './remove-team.ts'

const { queries } = chatContracts
const chats = useChats()
const actor = { kind: 'agent', id: 'agt_anna', name: 'Anna' } as const
let operations = 0
const operationId = () => `team operation ${operations++}`

const makeTeam = (chat: TestChat, team: InputOf<typeof queries.teamCreate>['team']) =>
  chat.context.ask(queries.teamCreate, { operationId: operationId(), team })
type Rule = InputOf<typeof queries.ruleCreate>['rule']
const ruleFor = (when: Rule['when'], then: NonNullable<Rule['then']>): Rule => ({ name: 'Bills', when, then })
async function talk(chat: TestChat): Promise<string> {
  const parts = await chat.read('How long does delivery take?').ended
  return (parts[0] as { conversationId: string }).conversationId
}
const read = (chat: TestChat, conversationId: string) => chat.context.ask(queries.conversationRead, { conversationId })
const listOf = async (chat: TestChat, filter: object) =>
  (await chat.context.ask(queries.conversationList, filter)).items.map(({ id }) => id).sort()

it('a team is made once, changed and listed newest first', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const chat = await chats.start({ clock: { now: () => now++ } })
  const once = { operationId: operationId(), team: { name: 'Billing', members: ['agt_anna', 'agt_anna'] } }
  const billing = await chat.context.ask(queries.teamCreate, once)
  expect(billing).toMatchObject({ name: 'Billing', members: ['agt_anna'], assignment: 'manual' })
  expect(await chat.context.ask(queries.teamCreate, once)).toEqual(billing)
  const sales = await makeTeam(chat, { name: 'Sales', description: 'Offers', assignment: 'least_busy' })
  const change = (patch: InputOf<typeof queries.teamUpdate>['patch']) =>
    chat.context.ask(queries.teamUpdate, { teamId: sales.id, patch })
  expect(await change({ members: ['agt_bo'] })).toMatchObject({ description: 'Offers', members: ['agt_bo'] })
  expect(await change({ description: null })).not.toHaveProperty('description')
  const { items } = await chat.context.ask(queries.teamList, {})
  expect(items.map(({ name }) => name)).toEqual(['Sales', 'Billing'])
})

it('a conversation gets a team by a patch, a hand-over, a rule or in bulk, and its log says so', async () => {
  const chat = await chats.start()
  const { id: teamId } = await makeTeam(chat, { name: 'Billing' })
  const conversations = [await talk(chat), await talk(chat), await talk(chat), await talk(chat)]
  const [patched, handedOver, bulk, other] = conversations as [string, string, string, string]
  const update = { conversationId: patched, patch: { teamId }, actor }
  expect(await chat.context.ask(queries.conversationUpdate, update)).toMatchObject({ teamId })
  const handOver = { operationId: operationId(), conversationId: handedOver, teamId, actor }
  expect(await chat.context.ask(queries.conversationHandOver, handOver)).toMatchObject({ teamId })
  const action = { action: 'assign_team' as const, ids: [bulk], teamId }
  await chat.context.ask(queries.bulkRun, { operationId: operationId(), bulk: action, actor })
  const rule = ruleFor({ kind: 'keywords', keywords: ['bill'] }, { teamId })
  await chat.context.ask(queries.ruleCreate, { operationId: operationId(), rule })
  const [start] = await chat.read('Where is my bill?').ended
  const ruled = (start as { conversationId: string }).conversationId

  for (const conversationId of [patched, handedOver, bulk, ruled]) {
    expect(await read(chat, conversationId)).toMatchObject({ teamId })
    const { items } = await chat.context.ask(queries.activityList, { conversationId })
    expect(items).toContainEqual(expect.objectContaining({ action: 'team', from: null, to: teamId }))
  }
  expect(await listOf(chat, { team: teamId })).toEqual([patched, handedOver, bulk, ruled].sort())
  expect(await listOf(chat, { team: 'none' })).toEqual([other])
  expect(await listOf(chat, { team: teamId, assignee: 'none', status: 'escalated' })).toEqual(
    [handedOver, ruled].sort(),
  )
  const view = { name: 'Billing', filter: { team: teamId }, shared: true }
  const { id: viewId } = await chat.context.ask(queries.viewCreate, { operationId: operationId(), view })
  expect((await chat.context.ask(queries.inboxCount, { views: [viewId] })).items).toMatchObject([{ count: 4 }])

  const exported: string[] = []
  const asked = {
    operationId: operationId(),
    bulk: { action: 'export' as const, ids: [patched], format: 'csv' as const },
    actor,
  }
  for await (const { text } of exportConversations(asked, chat.chatContext)) exported.push(text)
  expect(exported.join('')).toContain(teamId)

  const away = { action: 'unassign_team' as const, ids: [bulk] }
  await chat.context.ask(queries.bulkRun, { operationId: operationId(), bulk: away, actor })
  expect(await read(chat, bulk)).not.toHaveProperty('teamId')
})

it('a team that is not there is refused wherever it is named', async () => {
  const chat = await chats.start()
  const conversationId = await talk(chat)
  const { id: teamId } = await makeTeam(chat, { name: 'Billing' })
  await chat.context.ask(queries.teamDelete, { teamId })
  const refusals = [
    () => chat.context.ask(queries.conversationUpdate, { conversationId, patch: { teamId }, actor }),
    () => chat.context.ask(queries.conversationHandOver, { operationId: operationId(), conversationId, teamId, actor }),
    () =>
      chat.context.ask(queries.bulkRun, {
        ...{ operationId: operationId(), actor },
        bulk: { action: 'assign_team', ids: [conversationId], teamId },
      }),
    () =>
      chat.context.ask(queries.ruleCreate, {
        operationId: operationId(),
        rule: ruleFor({ kind: 'requested' }, { teamId }),
      }),
  ]
  for (const refused of refusals) await expect(refused()).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(chat.context.ask(queries.teamRead, { teamId })).rejects.toMatchObject({ code: 'not_found' })
  expect(await read(chat, conversationId)).toMatchObject({ status: 'open', handler: 'ai' })
})

it('a deleted team leaves no conversation and no rule behind, and then is gone itself', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const chat = await chats.start({ clock: { now: () => now } })
  const { id: teamId } = await makeTeam(chat, { name: 'Billing' })
  const rule = ruleFor({ kind: 'requested' }, { teamId, team: 'bills' })
  const { id: ruleId } = await chat.context.ask(queries.ruleCreate, { operationId: operationId(), rule })
  const conversationId = await talk(chat)
  await chat.context.ask(queries.conversationUpdate, { conversationId, patch: { teamId, assignee: 'agt_anna' }, actor })
  await chat.context.ask(queries.teamDelete, { teamId })
  expect((await chat.context.ask(queries.teamList, {})).items).toEqual([])
  await eventually(async () => {
    const conversation = await read(chat, conversationId)
    expect(conversation).not.toHaveProperty('teamId')
    expect(conversation.assignee).toBe('agt_anna')
  })
  expect((await chat.context.ask(queries.ruleRead, { ruleId })).then).toEqual({ team: 'bills' })
  await eventually(async () => {
    now += 60_000
    await teamRemovalWork.runDue(chat.chatContext)
    expect(await chat.chatContext.collections.teams.get('acme', teamId)).toBeUndefined()
  })
})

it('an agent who is removed leaves all teams', async () => {
  const chat = await chats.start()
  const { id: teamId } = await makeTeam(chat, { name: 'Billing', members: ['agt_anna', 'agt_bo'] })
  await chat.context.ask(queries.agentForget, { agentId: 'agt_anna' })
  expect((await chat.context.ask(queries.teamRead, { teamId })).members).toEqual(['agt_bo'])
})
