import { chat as chatContracts, platformTenant } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually, openTestStore, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'
import { backfills } from './backfill-document.ts'
import { backfillFields } from './backfill-fields.ts'

const { queries } = chatContracts
const anna = { id: 'agt_1', name: 'Anna' }
let store: ReturnType<typeof openTestStore>
let chat: TestChat
beforeEach(async () => {
  store = openTestStore()
  chat = await startTestChat({ store })
})
afterEach(async () => {
  await chat.stop()
  await store.close()
})

const talk = async (): Promise<string> => {
  const [start] = await chat.read('How long does delivery take?').ended
  return (start as { conversationId: string }).conversationId
}
const read = async (id: string): Promise<ConversationDocument> => (await chat.conversations.get('acme', id))!.body
/** What a release before these fields would have stored. */
async function age(id: string, change: (body: ConversationDocument) => object): Promise<void> {
  await eventually(async () => expect((await chat.conversations.get('acme', id))!.outbox).toEqual([]))
  await chat.conversations.put('acme', id, change(await read(id)) as ConversationDocument)
}
const older = ({ preview, waitingSince, firstResponseAt, customerSequence, ...body }: ConversationDocument) => body

it('conversations of an earlier release get the fields that they would have now, and others stay as they are', async () => {
  const [answered, waits, begun, current] = [await talk(), await talk(), await talk(), await talk()]
  const handOver = { operationId: 'hand-over', conversationId: waits, actor: { kind: 'api' } as const }
  await chat.context.ask(queries.conversationHandOver, handOver)
  await chat.read('Is anybody there?', { conversationId: waits }).ended
  const note = {
    operationId: 'note',
    conversationId: begun,
    kind: 'note' as const,
    content: 'Calls later',
    agent: anna,
  }
  await chat.context.ask(queries.messageWrite, note)
  const before = new Map<string, ConversationDocument>()
  for (const id of [answered, waits, begun, current]) before.set(id, await read(id))
  expect(before.get(waits)).toHaveProperty('waitingSince')
  await age(answered, older)
  await age(waits, older)
  // Somebody wrote since the upgrade: when the first answer came was not known then.
  await age(begun, ({ firstResponseAt: _, ...body }) => ({ ...body, isFirstResponseUnknown: true }))
  const revision = (await chat.conversations.get('acme', current))!.revision
  const done = await chat.documents.collection(backfills)
  await done.remove(platformTenant, 'inbox-fields')

  await backfillFields(chat.chatContext)
  for (const [id, body] of before) expect(await read(id)).toEqual(body)
  expect((await chat.conversations.get('acme', current))!.revision).toBe(revision)

  // Done once: it does not look again.
  expect(await done.get(platformTenant, 'inbox-fields')).toBeDefined()
  await age(answered, older)
  await backfillFields(chat.chatContext)
  expect(await read(answered)).not.toHaveProperty('preview')
})
