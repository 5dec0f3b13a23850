import {
  chat as chatContracts,
  type InputOf,
  type Message,
  refusal,
  ServiceError,
  type Simulation,
} from '@frontdesk/contracts'
import { openaiModels } from '@frontdesk/models'
import type { SqliteStore } from '@frontdesk/sqlite'
import { startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { beforeEach, expect, it } from 'vitest'
import {
  chunkOf,
  delivery,
  eventually,
  openTestStore,
  startTestChat,
  type TestChat,
} from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { dryRun } from './dry-run.ts'

const chats = useChats()
let chat: TestChat

beforeEach(async () => {
  chat = await chats.start()
})

type Question = InputOf<typeof chatContracts.streams.messageSimulate>
const simulate = async (question: Question, on = chat): Promise<Simulation> => {
  const [simulated] = await Array.fromAsync(on.context.open(chatContracts.streams.messageSimulate, question))
  return simulated!
}
const question = 'How long does delivery take?'
type Policy = NonNullable<Question['policies']>[number]
const topicFilter = (mode: Policy['mode'], phrase: string): Policy => ({
  name: phrase,
  type: 'Topic Filter',
  mode,
  config: { topics: [{ name: phrase, phrases: [phrase] }] },
})
const masks = (mode: Policy['mode']): Policy => ({
  name: 'masks',
  type: 'PII Filter',
  mode,
  config: { kinds: ['email'] },
})

/** Every row that the documents hold, whatever is in it. */
function everything({ database }: SqliteStore): Record<string, unknown[]> {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  return Object.fromEntries(tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]))
}

it('leaves every document and outbox unchanged, and causes no event, whatever the result of the question', async () => {
  await chat.read(question).ended
  await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
  // Everything that the question causes has come to rest: projected, published, read.
  await eventually(async () => {
    expect(await chat.conversations.unsettled(1)).toEqual([])
    expect(chat.events).toHaveLength(3)
  })
  const before = everything(chats.store)
  expect(Object.values(before).flat().length).toBeGreaterThan(3)

  const outcomes = [
    await simulate({ message: question }),
    await simulate({ message: question, threshold: 1 }),
    await simulate({ message: question, policies: [topicFilter('Pre-generation', 'delivery')] }),
    await simulate({ message: question, policies: [topicFilter('Post-generation', 'delivery')] }),
  ]
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['answered', 'escalated', 'blocked', 'blocked'])
  expect(everything(chats.store)).toEqual(before)
  expect(chat.live.size).toBe(0)
  // What a real question publishes comes after all that a simulation could have.
  await chat.read('Is delivery free?').ended
  await eventually(() => expect(chat.events).toHaveLength(6))
})

it('a pipeline that commits, publishes or continues in the background fails in a simulation', async () => {
  const { context } = dryRun(chat.chatContext)
  expect(() => context.commit(context.collections.conversations, 'cnv_1', () => undefined)).toThrow('stores')
  expect(() => context.detach('later', async () => {})).toThrow('stores')
  expect(() => context.collections.messages.put('acme', 'msg_1', {} as Message)).toThrow('stores')
  expect(() => context.forTenant('acme')).toThrow('stores')
  expect(() => context.event({} as never, {} as never)).toThrow('stores')
  await chat.read(question).ended
  expect(await context.collections.conversations.count('acme')).toBe(1)
})

it('returns what a live turn returns: content, confidence, sources and decisions', async () => {
  await chat.policy('PII Filter', 'Pre-generation', { kinds: ['email'] })
  await chat.policy('Length Limit', 'Post-generation', { maxTokens: 50 })
  const simulated = await simulate({ message: question })
  const [start] = await chat.read(question).ended
  const messages = await chat.messages((start as { conversationId: string }).conversationId)
  const answer = messages.find(({ author }) => author.kind === 'ai')!
  expect(simulated).toMatchObject({
    outcome: answer.outcome,
    content: answer.content,
    confidence: answer.confidence,
    sources: answer.sources,
    policies: answer.policies,
  })
  expect(simulated.policies).toHaveLength(2)
})

it('a blocked question shows the block and the decisions before it, and starts no search', async () => {
  const policies = [topicFilter('Pre-generation', 'delivery'), { ...masks('Pre-generation'), priority: 1 }]
  const blocked = await simulate({ message: `${question} anna@example.com`, policies })
  expect(blocked).toMatchObject({ outcome: 'blocked', content: refusal, chunks: [], sources: [], confidence: 0 })
  expect(blocked.policies.map(({ name, decision }) => [name, decision])).toEqual([
    ['masks', 'change'],
    ['delivery', 'block'],
  ])
  expect(blocked.policies.map(({ policyId }) => policyId)).toEqual(['policy_2', 'policy_1'])
})

it('chunks are returned masked, and empty when their topic is blocked, but neither shortened nor restyled', async () => {
  const texts = [`${delivery} Write to bo.ek@example.com.`, 'We sell firearms for hunters.']
  const other = await startTestChat({ store: openTestStore(), find: () => texts.map((text) => chunkOf(text)) })
  const policies: Policy[] = [
    topicFilter('Post-generation', 'firearm'),
    masks('Post-generation'),
    { name: 'short', type: 'Length Limit', mode: 'Post-generation', config: { maxTokens: 5 } },
  ]
  const { chunks } = await simulate({ message: question, policies }, other)
  expect(chunks.map(({ text }) => text)).toEqual([`${delivery} Write to b****@e**********.`, ''])
  await other.stop()
})

it('the model sees the history, and the policies of the simulation mask it', async () => {
  const endpoint = await startOpenAiEndpoint()
  const models = await openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1', maxRetries: 0 })
  const other = await startTestChat({ store: openTestStore(), models })
  endpoint.script({ parts: ['Three working days.'] })
  const history = [
    { role: 'user' as const, content: 'I am anna@example.com and wait for a parcel.' },
    { role: 'assistant' as const, content: 'Where does it go?' },
  ]
  const simulated = await simulate({ message: question, history, policies: [masks('Pre-generation')] }, other)
  expect(simulated.content).toBe('Three working days.')
  const sent = JSON.stringify(endpoint.requests.at(-1))
  expect(sent).toContain('Where does it go?')
  expect(sent).not.toContain('anna@example.com')
  expect(simulated.timings.generateMs).toBeGreaterThan(0)
  await other.stop()
  await endpoint.close()
})

it('a failure of the turn is thrown with its code', async () => {
  const find = () => {
    throw new ServiceError('unavailable')
  }
  const other = await startTestChat({ store: openTestStore(), find })
  await expect(simulate({ message: question }, other)).rejects.toMatchObject({ code: 'unavailable' })
  await other.stop()
})
