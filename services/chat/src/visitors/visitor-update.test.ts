import { chat as contracts } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats()

it('fields of a visitor are added to those of before, and of more than 20 the newest stay', async () => {
  const chat = await chats.start()
  const visitor = { id: 'vis_1', widgetId: 'wgt_1' }
  const parts = await chat.read('How long does delivery take?', { visitor }).ended
  const { conversationId } = parts[0] as { conversationId: string }
  const say = (fields: Record<string, string>) =>
    chat.context.ask(contracts.queries.visitorUpdate, {
      visitorId: 'vis_1',
      widgetId: 'wgt_1',
      details: { fields },
    })
  const fields = async () => (await chat.conversations.get('acme', conversationId))!.body.visitor?.fields
  await say({ order: 'A-1042', company: 'Nordic' })
  await say({ order: 'A-1043' })
  expect(await fields()).toEqual({ order: 'A-1043', company: 'Nordic' })
  const many = Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`field${i}`, 'x']))
  await say(many)
  expect(await fields()).toEqual({ order: 'A-1043', ...many })
})
