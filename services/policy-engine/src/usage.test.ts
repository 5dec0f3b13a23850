import { sqliteBus } from '@frontdesk/bus'
import { type InputOf, type Policy, policyEngine, type ReplyOf } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { openaiModels } from '@frontdesk/models'
import { type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { piiFilter, toneControl, topicFilter } from '../testing/policies.ts'
import { policyEngineService } from './service.ts'

/** The endpoint says that each judgement cost this. */
const judgement = { models: ['chat-1'], promptTokens: 100, completionTokens: 5 }
const before = 'Pre-generation' as const

let endpoint: OpenAiEndpoint
let store: SqliteStore
let running: Running
let context: StandInContext
/** What the model finds the text to be about; counted from 1, 0 for nothing. */
let topic: number

beforeEach(async () => {
  topic = 0
  endpoint = await startOpenAiEndpoint({ structure: () => ({ topic }) })
  store = openSqlite(':memory:')
  const models = await openaiModels({ baseUrl: endpoint.url, apiKey: 'key', chatModel: 'chat-1', maxRetries: 0 })
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), models } as OpenPorts
  const asker = standIn({
    name: 'asker',
    handlers: {},
    async start(own) {
      context = own.forTenant('acme') as StandInContext
      return { close: async () => {} }
    },
  })
  running = await run([policyEngineService, asker], ports, {
    env: {},
    log: openLog({ level: 'silent', terminal: false }),
  })
})
afterEach(async () => {
  await running.stop()
  await store.close()
  await endpoint.close()
})

const screen = (text: string, policies: Policy[]): Promise<ReplyOf<typeof policyEngine.queries.messageScreen>> =>
  context.ask(policyEngine.queries.messageScreen, { text, policies })
const filter = (body: InputOf<typeof policyEngine.queries.answerFilter>) =>
  context.ask(policyEngine.queries.answerFilter, body)

it('reports the tokens used to judge the topics of a message, with one request for each policy', async () => {
  const policies = [topicFilter('gambling', { mode: before }), topicFilter('arms', { mode: before, id: 'pol_arms' })]
  expect((await screen('Where is my order?', policies)).usage).toEqual({
    models: ['chat-1'],
    promptTokens: 200,
    completionTokens: 10,
  })
  topic = 1
  const blocked = await screen('Where do I put a fiver on red?', policies)
  expect(blocked.blocked?.reason).toContain('judged by the model')
  expect(blocked.usage).toEqual(judgement)
})

it('reports the tokens used to judge an answer and set its tone', async () => {
  const policies = [topicFilter('gambling', { priority: 1 }), toneControl({ priority: 2 })]
  endpoint.script({
    parts: ['It takes three days.'],
    usage: { prompt_tokens: 30, completion_tokens: 7, total_tokens: 37 },
  })
  const filtered = await filter({ policies, text: 'Takes three days!', final: true })
  expect(filtered.released).toBe('It takes three days.')
  // The answer is judged, restyled, and judged once more.
  expect(filtered.usage).toEqual({ models: ['chat-1'], promptTokens: 230, completionTokens: 17 })
})

it('reports no usage when no model was asked', async () => {
  expect(await screen('Is gambling fun?', [topicFilter('gambling', { mode: before })])).not.toHaveProperty('usage')
  expect(await screen('Hello', [piiFilter({ mode: before })])).not.toHaveProperty('usage')
  const growing = await filter({ policies: [topicFilter('gambling')], text: 'Takes three', final: false })
  expect(growing).not.toHaveProperty('usage')
  expect(endpoint.structured).toEqual([])
})
