import { type Policy, ServiceError } from '@frontdesk/contracts'
import { localModels } from '@frontdesk/models'
import { expect, it } from 'vitest'
import { lengthLimit, piiFilter, toneControl, topicFilter } from '../../testing/policies.ts'
import type { Tools } from '../types/policy-type.ts'
import { screenMessage } from './screen-message.ts'

const mode = 'Pre-generation' as const
const models = localModels()
const screen = (policies: Policy[], text: string, history: string[] = [], tools: Tools = { models }) =>
  screenMessage(policies, text, history, tools)

it('shows the model the masked message and the masked history', async () => {
  const screened = await screen([piiFilter({ mode })], 'I am bo@example.se', ['I was anna@example.se', 'Hello'])
  expect(screened).toMatchObject({
    text: 'I am b*@e*********',
    history: ['I was a***@e*********', 'Hello'],
    decisions: [{ type: 'PII Filter', decision: 'change', reason: 'masked 1 e-mail address' }],
  })
})

it('stops at the first block, and gives the model nothing', async () => {
  const policies = [topicFilter('gambling', { mode, priority: 1 }), piiFilter({ mode, priority: 2 }), piiFilter()]
  const screened = await screen(policies, 'Is gambling fun, bo@example.se?', ['before'])
  expect(screened).toMatchObject({
    text: '',
    history: [],
    blocked: { policy: 'Topic Filter', reason: 'the topic "gambling"' },
    decisions: [{ decision: 'block' }],
  })
  expect(screened.decisions).toHaveLength(1)
})

it('returns every enabled policy of both modes as a frozen set, in order', async () => {
  const policies = [
    piiFilter({ id: 'late', priority: 9 }),
    topicFilter('x', { id: 'early', mode, priority: 1 }),
    lengthLimit(5, { id: 'off', enabled: false }),
  ]
  expect((await screen(policies, 'Hello')).policies.map(({ id }) => id)).toEqual(['early', 'late'])
})

it('limits what the model may write to the lowest of the limits', async () => {
  const policies = [lengthLimit(50, { mode }), lengthLimit(20, { mode }), lengthLimit(5)]
  expect((await screen(policies, 'Hello')).maxTokens).toBe(20)
  expect(await screen([], 'Hello')).not.toHaveProperty('maxTokens')
})

it('asks the model for the tone, and reports when it is not available', async () => {
  const policies = [toneControl({ mode })]
  const free = { ...models, writesFreely: true }
  const asked = await screen(policies, 'Hello', [], { models: free })
  expect(asked).toMatchObject({
    instructions: [expect.stringContaining('formal')],
    decisions: [{ decision: 'pass', reason: 'the model is asked to write in a tone that is formal' }],
  })
  expect((await screen(policies, 'Hello')).decisions[0]!.reason).toContain('local models take no instructions')
})

it('blocks a message that is similar to an example', async () => {
  const topics = [{ name: 'shares', phrases: [], examples: ['Which shares should I buy now?'] }]
  const policies = [{ ...topicFilter('x', { mode }), type: 'Topic Filter' as const, config: { topics } }]
  expect(await screen(policies, 'What shares should I buy?')).toMatchObject({
    blocked: { policy: 'Topic Filter', reason: expect.stringMatching(/^the topic "shares" \(0\.\d\d like/) },
  })
  expect(await screen(policies, 'Where is my order?')).not.toHaveProperty('blocked')
})

it('sends nothing to the model when a policy cannot be evaluated, and reports it', async () => {
  const topics = [{ name: 'shares', phrases: [], examples: ['Which shares should I buy?'] }]
  const policy = { ...topicFilter('x', { mode, name: 'Shares' }), type: 'Topic Filter' as const, config: { topics } }
  const away = new ServiceError('model_unavailable', { detail: 'The endpoint is away.' })
  // Nothing that is remembered of another model helps this one.
  const embedding = { ...models.embedding, model: 'one that is away' }
  const failures: unknown[] = []
  const tools: Tools = {
    models: { ...models, embedding, embed: () => Promise.reject(away) },
    onFailure: ({ id }, cause) => failures.push(id, cause),
  }
  await expect(screen([policy], 'Hello', [], tools)).rejects.toMatchObject({
    code: 'policy_unavailable',
    message: expect.stringContaining('"Shares"'),
    errors: [{ path: 'pol_topic', message: 'The endpoint is away.' }],
    decision: {
      policyId: 'pol_topic',
      type: 'Topic Filter',
      mode,
      decision: 'block',
      reason: 'could not be evaluated: The endpoint is away.',
    },
  })
  expect(failures).toEqual(['pol_topic', away])
})

it('shows no model what a PII Filter masks, also where a topic is judged before', async () => {
  const topics = [{ name: 'shares', phrases: [], examples: ['Which shares should I buy?'] }]
  const topic = { ...topicFilter('x', { mode, priority: 1 }), type: 'Topic Filter' as const, config: { topics } }
  const seen: string[] = []
  const tools: Tools = {
    topicJudgeMs: 10_000,
    models: {
      ...models,
      writesFreely: true,
      embedding: { ...models.embedding, model: 'one that remembers' },
      embed(texts, options) {
        seen.push(...texts)
        return models.embed(texts, options)
      },
      async judgeTopics({ text }) {
        seen.push(text)
        return undefined
      },
    },
  }
  await screen([topic, piiFilter({ mode, priority: 2 })], 'I am bo@example.se', [], tools)
  // Beside the examples and what they are compared with: to the embedding model, and to the one that judges.
  const asked = seen.filter((text) => text.startsWith('I am'))
  expect(asked).toEqual(['I am b*@e*********', 'I am b*@e*********'])
})
