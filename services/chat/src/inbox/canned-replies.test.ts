import { chat as chatContracts, type InputOf } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestStore, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import { fillIn } from './canned-replies.ts'

const { queries } = chatContracts
let store: SqliteStore
let chat: TestChat
beforeEach(async () => {
  store = openTestStore()
  chat = await startTestChat({ store })
})
afterEach(async () => {
  await chat.stop()
  await store.close()
})

let operations = 0
const create = (reply: Partial<InputOf<typeof queries.cannedReplyCreate>['reply']>, agentId?: string) =>
  chat.context.ask(queries.cannedReplyCreate, {
    operationId: `canned-${operations++}`,
    reply: { name: 'Hello', shortcut: 'hello', content: 'Hello', ...reply },
    ...(agentId && { agentId }),
  })

it('placeholders are filled in, unknown ones are removed and reported, and other braces stay', () => {
  const values = { 'contact.name': 'Julia', 'agent.name': undefined }
  const content =
    'Hi {{contact.name}}, {{ contact.name }}! {{agent.name}} {{order.id}} {{constructor}} {{ }} {contact.name}'
  expect(fillIn(content, values)).toEqual({
    content: 'Hi Julia, Julia!  {{order.id}} {{constructor}} {{ }} {contact.name}',
    missing: ['agent.name'],
  })
  // What is filled in is not read again.
  expect(fillIn('{{contact.name}}', { 'contact.name': '{{agent.name}} $&', 'agent.name': 'Bo' }).content).toBe(
    '{{agent.name}} $&',
  )
})

it('a reply is rendered for its sender, counts its use, and names its further actions', async () => {
  const actions = { tags: ['returns'], status: 'resolved' as const }
  const { id: replyId } = await create({ content: 'Hi {{contact.name}}, {{agent.name}} here.', actions })
  const rendered = await chat.context.ask(queries.cannedReplyRender, {
    replyId,
    agentName: 'Anna',
    contactName: 'Julia',
  })
  expect(rendered).toEqual({ content: 'Hi Julia, Anna here.', missing: [], actions })
  await chat.context.ask(queries.cannedReplyRender, { replyId })
  expect(await chat.context.ask(queries.cannedReplyRead, { replyId })).toMatchObject({ used: 2, agentId: null })
  const patch = { actions: null, language: 'sv' }
  const changed = await chat.context.ask(queries.cannedReplyUpdate, { replyId, patch })
  expect(changed).toMatchObject({ language: 'sv', used: 2, agentId: null })
  expect(changed).not.toHaveProperty('actions')
})

it('a reply of one agent is not visible to others', async () => {
  const { id: replyId } = await create({ shared: false }, 'agt_anna')
  const { id: everybodys } = await create({ name: 'Bye', shortcut: 'bye' })
  const idsFor = async (agentId: string) =>
    (await chat.context.ask(queries.cannedReplyList, { agentId })).items.map(({ id }) => id)
  expect([await idsFor('agt_bo'), await idsFor('agt_anna')]).toEqual([[everybodys], [everybodys, replyId]])
  const asBo = { replyId, agentId: 'agt_bo' }
  for (const refused of [
    chat.context.ask(queries.cannedReplyRead, asBo),
    chat.context.ask(queries.cannedReplyUpdate, { ...asBo, patch: { name: 'x' } }),
    chat.context.ask(queries.cannedReplyDelete, asBo),
    chat.context.ask(queries.cannedReplyRender, asBo),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  await expect(create({ shared: false })).rejects.toMatchObject({ code: 'invalid_request' })
  await chat.context.ask(queries.cannedReplyDelete, { replyId, agentId: 'agt_anna' })
  expect(await idsFor('agt_anna')).toEqual([everybodys])
})
