import { chat as contracts, type PartOf } from '@frontdesk/contracts'
import { beforeEach, expect, it, vi } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

type Part = PartOf<typeof contracts.streams.visitorFollow>
const chats = useChats()
let chat: TestChat

beforeEach(async () => {
  chat = await chats.start()
})

/** What a visitor hears until they leave. */
function follow(visitorId: string, after?: number) {
  const leaving = new AbortController()
  const heard: Part[] = []
  const stream = chat.context.open(
    contracts.streams.visitorFollow,
    { visitorId, ...(after !== undefined && { after }) },
    { signal: leaving.signal },
  )
  const ended = (async () => {
    for await (const part of stream) heard.push(part)
  })().catch((error) => {
    if (!leaving.signal.aborted) throw error
  })
  return {
    heard,
    /** What people wrote; the answers before it may be told later than they are written. */
    messages: () =>
      heard.flatMap((part) =>
        part.type === 'conversation' && part.message?.author.kind === 'agent' ? part.message.content : [],
      ),
    ready: () => eventually(() => expect(heard[0]?.type).toBe('ready')),
    async leave() {
      leaving.abort()
      await ended
    },
  }
}

async function talk(visitorId: string): Promise<string> {
  const parts = await chat.read('How long does delivery take?', { visitor: { id: visitorId, widgetId: 'wgt_1' } }).ended
  return (parts[0] as { conversationId: string }).conversationId
}
let operations = 0
const write = (conversationId: string, content: string, kind: 'reply' | 'note' = 'reply') =>
  chat.context.ask(contracts.queries.messageWrite, {
    operationId: `op_${++operations}`,
    conversationId,
    kind,
    content,
    agent: { id: 'agt_1', name: 'Maja' },
  })

it('each visitor hears of their own conversations alone, and of no note', async () => {
  const [anna, bo] = [await talk('vis_anna'), await talk('vis_bo')]
  const [annas, bos] = [follow('vis_anna'), follow('vis_bo')]
  await Promise.all([annas.ready(), bos.ready()])
  await write(anna, 'A note on Anna', 'note')
  await write(anna, 'To Anna')
  await write(bo, 'To Bo')
  await eventually(() => {
    expect(annas.messages()).toEqual(['To Anna'])
    expect(bos.messages()).toEqual(['To Bo'])
  })
  await Promise.all([annas.leave(), bos.leave()])
})

it('a change is read for those whom it concerns, however many others listen', async () => {
  const anna = await talk('vis_anna')
  const others = Array.from({ length: 30 }, (_, i) => follow(`vis_${i}`))
  const annas = follow('vis_anna')
  await Promise.all([annas, ...others].map(({ ready }) => ready()))
  const { conversations, changeLog } = chat.chatContext.collections
  const reads = vi.spyOn(conversations, 'get')
  const looks = vi.spyOn(changeLog, 'find')
  await write(anna, 'To Anna')
  await eventually(() => expect(annas.messages()).toEqual(['To Anna']))
  // The write itself, and some for the few changes that it makes; not one for each who listens.
  expect(reads.mock.calls.length).toBeLessThan(30)
  const before = looks.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  // One follower looks twice a second; 31 would have looked 62 times.
  expect(looks.mock.calls.length - before).toBeLessThanOrEqual(6)
  reads.mockRestore()
  looks.mockRestore()
  expect(chat.chatContext.state.visitorFeeds.size).toBe(1)
  await Promise.all([annas, ...others].map(({ leave }) => leave()))
  await eventually(() => expect(chat.chatContext.state.visitorFeeds.size).toBe(0))
})

it('whoever goes on after a number misses nothing and hears nothing twice, while more is written', async () => {
  const anna = await talk('vis_anna')
  const first = follow('vis_anna')
  await first.ready()
  const from = (first.heard[0] as { number: number }).number
  await first.leave()
  const said = Array.from({ length: 12 }, (_, i) => `Message ${i}`)
  const resumed: ReturnType<typeof follow>[] = []
  for (const [i, content] of said.entries()) {
    await write(anna, content)
    if (i % 4 === 2) resumed.push(follow('vis_anna', from))
  }
  await eventually(() => {
    for (const each of resumed) expect(each.messages()).toEqual(said)
  })
  for (const { heard } of resumed) {
    const numbers = heard.flatMap((part) => (part.type === 'conversation' ? part.number : []))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  }
  await Promise.all(resumed.map(({ leave }) => leave()))
})

it('who writes a reply is told when they begin and end, and to whoever begins to listen meanwhile', async () => {
  const anna = await talk('vis_anna')
  const tell = (conversationId: string | null, state: 'replying' | 'noting' | 'viewing') =>
    chat.context.ask(contracts.queries.presenceTell, { agentId: 'agt_1', conversationId, state })
  const early = follow('vis_anna')
  await early.ready()
  await tell(anna, 'replying')
  const begins = { type: 'typing', conversationId: anna, agentId: 'agt_1', active: true }
  // The answer before it may be told later than it is written.
  const typing = ({ heard }: ReturnType<typeof follow>) => heard.filter(({ type }) => type === 'typing')
  await eventually(() => expect(typing(early)).toEqual([begins]))
  const late = follow('vis_anna')
  await eventually(() => expect(typing(late)).toEqual([begins]))
  await tell(anna, 'noting')
  await eventually(() => {
    for (const each of [early, late]) expect(typing(each)).toEqual([begins, { ...begins, active: false }])
  })
  await Promise.all([early.leave(), late.leave()])
})

it('what somebody said before they signed in is told to them from then on', async () => {
  const anonymous = await talk('vis_anonymous')
  const user = follow('vis_user')
  await user.ready()
  await write(anonymous, 'Before')
  await chat.context.ask(contracts.queries.visitorIdentify, {
    visitorId: 'vis_user',
    widgetId: 'wgt_1',
    claims: { externalId: 'user-1', isEmailVerified: false },
    joins: 'vis_anonymous',
  })
  await eventually(() => expect(user.heard.some(({ type }) => type === 'conversation')).toBe(true))
  await write(anonymous, 'After')
  await eventually(() => expect(user.messages().at(-1)).toBe('After'))
  await user.leave()
})
