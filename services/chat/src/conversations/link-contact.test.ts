import { beforeEach, expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { relinkContact } from './link-contact.ts'

const chats = useChats()
let chat: TestChat
beforeEach(async () => {
  chat = await chats.start()
})

/** As many conversations of a contact. */
async function talks(count: number, contactId: string): Promise<void> {
  const [started] = (await chat.read('How long does delivery take?').ended) as { conversationId: string }[]
  const { conversations } = chat.chatContext.collections
  const read = () => conversations.get('acme', started!.conversationId)
  await eventually(async () => expect((await read())!.outbox).toEqual([]))
  const { body } = (await read())!
  const ids = Array.from({ length: count }, (_, n) => `cnv_${n}`)
  await conversations.addMany(
    'acme',
    ids.map((id) => ({ id, body: { ...body, turns: [], contactId } })),
  )
}
const countOf = (contactId: string) => chat.chatContext.collections.conversations.count('acme', { contactId })

it('the conversations of a contact become another’s a page at a time, until there are none', async () => {
  await talks(230, 'con_1')
  expect(await relinkContact('con_1', 'con_2', chat.chatContext)).toBe(200)
  expect(await relinkContact('con_1', 'con_2', chat.chatContext)).toBe(30)
  expect(await relinkContact('con_1', 'con_2', chat.chatContext)).toBe(0)
  expect([await countOf('con_1'), await countOf('con_2')]).toEqual([0, 230])
})

it('relinking ends when its caller has disconnected', async () => {
  await talks(3, 'con_1')
  const gone = { ...chat.chatContext, signal: AbortSignal.abort() }
  await expect(relinkContact('con_1', 'con_2', gone)).rejects.toMatchObject({ name: 'AbortError' })
  expect(await countOf('con_1')).toBe(3)
})
