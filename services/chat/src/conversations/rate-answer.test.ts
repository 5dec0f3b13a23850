import { chat as chatContracts } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { useChats } from '../../testing/use-chats.ts'

const { queries } = chatContracts
const chats = useChats()

it('feedback of any number and length is read in pages that the bus takes, each once', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const chat = await chats.start({ clock: { now: () => now } })
  const rated: string[] = []
  let conversationId: string | undefined
  // 6 kB each: more than one message on the bus may have.
  const comment = '長'.repeat(2_000)
  for (let i = 0; i < 90; i++) {
    // Some at one time, so that their ids decide the order.
    now += i % 3 === 0 ? 1_000 : 0
    const [start] = await chat.read('Thanks!', conversationId === undefined ? {} : { conversationId }).ended
    const { messageId, ...begun } = start as { conversationId: string; messageId: string }
    conversationId = begun.conversationId
    await chat.context.ask(queries.messageRate, { messageId, helpful: false, comment })
    rated.push(messageId)
  }
  const asked = { conversationId: conversationId! }
  const read: { messageId: string; at: string }[] = []
  let pages = 0
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(cursor)
    for (const item of page.items) expect(item).toMatchObject({ helpful: false, comment })
    read.push(...page.items)
    cursor = page.nextCursor
    pages++
  } while (cursor !== null)
  expect(pages).toBe(2)
  expect(read.map(({ messageId }) => messageId).sort()).toEqual(rated.sort())
  expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).sort())

  const some = await chat.context.ask(queries.feedbackRead, { ...asked, messageIds: [rated[7]!, 'msg_of_another'] })
  expect(some).toMatchObject({ items: [{ messageId: rated[7] }], nextCursor: null })
  await expect(ask('nonsense')).rejects.toMatchObject({ code: 'invalid_request' })

  function ask(cursor: string | null) {
    return chat.context.ask(queries.feedbackRead, { ...asked, ...(cursor !== null && { cursor }) })
  }
})
