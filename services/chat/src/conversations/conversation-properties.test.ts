import { chat as chatContracts, type Message, ServiceError } from '@frontdesk/contracts'
import { localModels, type Models } from '@frontdesk/models'
import { limitMs, runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventually, openTestStore, type Reader, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import { resumeTurns } from '../turns/run-turns.ts'
import { isState, stateOf } from './conversation-states.ts'

const longerThanALeaseMs = 16_000
const agent = { id: 'agt_anna', name: 'Anna' }
const actor = { kind: 'agent', ...agent } as const
const conversationId = `cnv_${'a'.repeat(32)}`
const steps = [
  ...['ask', 'ask', 'ask twice', 'ask for a person', 'hand over', 'reply', 'reply to what was seen', 'note'],
  ...['hand back', 'hand back', 'close', 'resolve', 'reopen', 'write on', 'write on', 'kill'],
] as const

/** Models that answer in two parts, and stand still before each until they are told to write on. */
function heldModels() {
  let gate = Promise.resolve()
  let open = () => {}
  const models: Models = {
    ...localModels(),
    async *answer() {
      await gate
      yield 'Delivery takes three working days. '
      await gate
      yield 'Parcels leave Gothenburg every morning.'
    },
  }
  const writeOn = () => {
    open()
    gate = new Promise((resolve) => (open = resolve))
  }
  writeOn()
  return { models, writeOn, release: () => open() }
}

/** Two instances of chat on one store: one that people use, and one that died or has not lived yet. */
async function startWorld() {
  const store = openTestStore()
  let now = Date.now()
  const clock = { now: () => now }
  const held = [heldModels(), heldModels()]
  const chats: TestChat[] = []
  for (const { models } of held) chats.push(await startTestChat({ store, models, clock }))
  const at = new Date(now).toISOString()
  await chats[0]!.conversations.insert('acme', conversationId, {
    ...{ status: 'open', handler: 'ai', channel: 'api', assignee: null, tags: [], language: 'en' },
    ...{ createdAt: at, updatedAt: at, lastMessageAt: at, messageCount: 0, turns: [], operations: [] },
  })
  const said = { asked: [] as string[], written: [] as string[], promised: [] as string[] }
  const readers: Reader[] = []
  let alive = 0
  let count = 0

  async function accepted(reader: Reader): Promise<void> {
    readers.push(reader)
    await eventually(() => expect(reader.parts.length).toBeGreaterThan(0))
  }
  /** What the table, or a newer message, refuses is an answer too. */
  async function tried(work: Promise<unknown>): Promise<boolean> {
    try {
      await work
      return true
    } catch (error) {
      const refused = error instanceof ServiceError && ['conflict', 'conversation_moved'].includes(error.code)
      if (!refused) throw error
      return false
    }
  }
  async function write(kind: 'reply' | 'note', sawSequence?: number): Promise<void> {
    const content = `${kind} ${count++}`
    const saw = sawSequence === undefined ? {} : { sawSequence }
    const body = { operationId: content, conversationId, kind, content, agent, ...saw }
    if (await tried(chats[alive]!.context.ask(chatContracts.queries.messageWrite, body))) said.written.push(content)
  }
  const become = (status: 'open' | 'resolved' | 'closed') =>
    tried(
      chats[alive]!.context.ask(chatContracts.queries.conversationUpdate, { conversationId, patch: { status }, actor }),
    )

  async function take(step: string): Promise<void> {
    const chat = chats[alive]!
    const operationId = `step ${count++}`
    const text = step === 'ask for a person' ? `${operationId}: talk to a human please` : `${operationId}: how long?`
    switch (step) {
      case 'ask':
      case 'ask for a person':
        await accepted(chat.read(text, { conversationId, operationId }))
        return void said.asked.push(text)
      case 'ask twice':
        await Promise.all(chats.map((each) => accepted(each.read(text, { conversationId, operationId }))))
        return void said.asked.push(text)
      case 'hand over': {
        const body = { operationId, conversationId, reason: operationId, actor }
        const { alreadyHandedOver } = await chat.context.ask(chatContracts.queries.conversationHandOver, body)
        return void (alreadyHandedOver || said.promised.push(operationId))
      }
      case 'reply':
      case 'note':
        return write(step)
      case 'reply to what was seen': {
        const seen = await chat.conversations.get('acme', conversationId)
        return write('reply', seen!.body.messageCount)
      }
      case 'hand back':
        return void (await chat.context.ask(chatContracts.queries.conversationHandBack, { conversationId, actor }))
      case 'close':
        return void (await become('closed'))
      case 'resolve':
        return void (await become('resolved'))
      case 'reopen':
        return void (await become('open'))
      case 'write on':
        return held[alive]!.writeOn()
      case 'kill':
        // What it does from now on it does as one who has lost everything: its leases ran out, another took over.
        alive = 1 - alive
        now += longerThanALeaseMs
        return resumeTurns(chats[alive]!.chatContext)
    }
  }

  /** Lets everything come to its end. */
  async function settle(): Promise<void> {
    for (const { release } of held) release()
    await eventually(async () => {
      now += longerThanALeaseMs
      for (const { chatContext } of chats) await resumeTurns(chatContext)
      expect((await chats[0]!.conversations.get('acme', conversationId))!.body.turns).toEqual([])
    })
    await Promise.all(readers.map(({ ended }) => ended))
    const { sequence } = (await chats[0]!.conversations.get('acme', conversationId))!
    await eventually(() => {
      const told = new Set(chats.flatMap(({ events, changes }) => [...events, ...changes].map((each) => each.sequence)))
      expect([...told].toSorted((a, b) => a - b)).toEqual(Array.from({ length: sequence }, (_, k) => k + 1))
    })
  }
  async function stop(): Promise<void> {
    for (const each of chats) await each.stop()
    await store.close()
  }
  return { chats, said, readers, take, settle, stop }
}

it('all guarantees hold, whatever agents, customers and crashes do concurrently', {
  timeout: limitMs(60_000),
}, async () => {
  const batches = fc.array(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 3 }), {
    minLength: 2,
    maxLength: 8,
  })
  const run = async (rounds: string[][]) => {
    const world = await startWorld()
    try {
      for (const round of rounds) await Promise.all(round.map((step) => world.take(step)))
      await world.settle()
      await check(world)
    } finally {
      await world.stop()
    }
  }
  await fc.assert(fc.asyncProperty(batches, run), { numRuns: runs(15) })
})

async function check({ chats, said, readers }: Awaited<ReturnType<typeof startWorld>>): Promise<void> {
  const { body } = (await chats[0]!.conversations.get('acme', conversationId))!
  const messages = (await chats[0]!.messages(conversationId)).toReversed()
  expect(isState(stateOf(body)), stateOf(body)).toBe(true)

  // No message is lost, none is there twice.
  expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, i) => i + 1))
  expect(body.messageCount).toBe(messages.length)
  const contentsOf = (kind: string) =>
    messages.filter(({ author }) => author.kind === kind).map(({ content }) => content)
  expect(contentsOf('customer').toSorted()).toEqual(said.asked.toSorted())
  expect(contentsOf('agent').toSorted()).toEqual(said.written.toSorted())

  // Each question has one end, and each reader read one.
  for (const { id, outcome } of messages.filter(({ author }) => author.kind === 'customer')) {
    const ends = messages.filter((each) => each.id === `${id.slice(0, -1)}a`)
    expect(ends).toHaveLength(outcome === 'waiting' ? 0 : 1)
  }
  for (const { parts } of readers) {
    expect(parts.filter(({ type }) => type !== 'start' && type !== 'delta')).toHaveLength(1)
  }

  // The AI says nothing once people are involved.
  const changes = chats.flatMap((chat) => chat.changes).toSorted((a, b) => a.sequence - b.sequence)
  for (const { conversation } of changes) expect(isState(stateOf(conversation)), stateOf(conversation)).toBe(true)
  const handlerBefore = ({ sequence }: Message) =>
    changes.findLast(({ conversation }) => conversation.messageCount < sequence)?.conversation.handler ?? 'ai'
  for (const message of messages.filter(({ author }) => author.kind === 'ai')) {
    expect(handlerBefore(message), `${message.sequence}: ${message.outcome}`).toBe('ai')
  }

  // Every hand-over that was promised happened.
  const escalated = chats.flatMap((chat) => chat.events).filter(({ subject }) => subject === 'conversation.escalated')
  const reasons = new Set(escalated.map(({ body: event }) => event.conversation.escalation.reason))
  for (const promised of said.promised) expect(reasons).toContain(promised)
}
