import { localModels, type TopicRequest } from '@frontdesk/models'
import { expect, it } from 'vitest'
import { topicFilter } from '../../testing/policies.ts'
import { filterAnswer } from '../evaluation/filter-answer.ts'
import { screenMessage } from '../evaluation/screen-message.ts'
import type { Tools } from './policy-type.ts'

type Judge = Tools['models']['judgeTopics']
const before = 'Pre-generation' as const

/** Tools with a language model that judges as it is told, and the requests that it got. */
function judging(judge: Judge, topicJudgeMs = 2_000) {
  const asked: TopicRequest[] = []
  const unjudged: unknown[] = []
  const tools: Tools = {
    models: {
      ...localModels(),
      writesFreely: true,
      judgeTopics(request, options) {
        asked.push(request)
        return judge(request, options)
      },
    },
    topicJudgeMs,
    onUnjudged: (_policy, cause) => unjudged.push(cause),
  }
  return { tools, asked, unjudged }
}

it('blocks messages and answers that the model classifies under a topic', async () => {
  const { tools, asked } = judging(async () => 'gambling')
  const screened = await screenMessage(
    [topicFilter('gambling', { mode: before })],
    'Where do I put a fiver on red?',
    [],
    tools,
  )
  expect(screened.blocked).toEqual({ policy: 'Topic Filter', reason: 'the topic "gambling" (judged by the model)' })
  const filtered = await filterAnswer([topicFilter('gambling')], 'Put a fiver on red.', true, tools)
  expect(filtered.blocked?.reason).toContain('judged by the model')
  expect(asked.map(({ text }) => text)).toEqual(['Where do I put a fiver on red?', 'Put a fiver on red.'])
})

it('does not ask the model about text that the rules block, and never lets it undo a block', async () => {
  const { tools, asked } = judging(async () => undefined)
  const screened = await screenMessage([topicFilter('gambling', { mode: before })], 'Is g@mbl!ng fun?', [], tools)
  expect(screened.blocked?.reason).toBe('the topic "gambling"')
  expect(asked).toEqual([])
})

it('keeps the verdict of the rules when the model fails or takes too long', async () => {
  const fails = judging(async () => Promise.reject(new Error('away')))
  const stalls = judging(
    (_request, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    20,
  )
  for (const { tools, unjudged } of [fails, stalls]) {
    const policies = [topicFilter('gambling', { mode: before })]
    expect((await screenMessage(policies, 'Where is my order?', [], tools)).blocked).toBeUndefined()
    expect(unjudged).toHaveLength(1)
    expect((await screenMessage(policies, 'Is gambling fun?', [], tools)).blocked).toBeDefined()
  }
})

it('asks no model without a topic policy, without a language model, or when this is switched off', async () => {
  const { tools, asked } = judging(async () => 'gambling', 0)
  const policies = [topicFilter('gambling', { mode: before })]
  expect((await screenMessage(policies, 'Hello', [], tools)).blocked).toBeUndefined()
  expect((await screenMessage([], 'Hello', [], { ...tools, topicJudgeMs: 2_000 })).blocked).toBeUndefined()
  const local = { ...tools, models: { ...tools.models, writesFreely: false }, topicJudgeMs: 2_000 }
  expect((await screenMessage(policies, 'Hello', [], local)).blocked).toBeUndefined()
  expect(asked).toEqual([])
})
