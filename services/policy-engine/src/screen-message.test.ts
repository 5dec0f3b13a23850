import { expect, it } from 'vitest'
import { screenMessage } from './screen-message.ts'
import { lengthLimit, piiFilter, toneControl, topicFilter } from './test-policies.ts'

const mode = 'Pre-generation' as const

it('shows the model the masked message and the masked history', () => {
  const screened = screenMessage([piiFilter({ mode })], 'I am bo@example.se', ['I was anna@example.se', 'Hello'])
  expect(screened).toMatchObject({
    text: 'I am b*@e*********',
    history: ['I was a***@e*********', 'Hello'],
    decisions: [{ type: 'PII Filter', decision: 'change', reason: 'masked 1 e-mail address' }],
  })
})

it('ends at the first block, with nothing for the model', () => {
  const policies = [topicFilter('gambling', { mode, priority: 1 }), piiFilter({ mode, priority: 2 }), piiFilter()]
  const screened = screenMessage(policies, 'Is gambling fun, bo@example.se?', ['before'])
  expect(screened).toMatchObject({
    text: '',
    history: [],
    blocked: { policy: 'Topic Filter', reason: 'the topic "gambling"' },
    decisions: [{ decision: 'block' }],
  })
  expect(screened.decisions).toHaveLength(1)
})

it('freezes every enabled policy of both modes, in order', () => {
  const policies = [
    piiFilter({ id: 'late', priority: 9 }),
    topicFilter('x', { id: 'early', mode, priority: 1 }),
    lengthLimit(5, { id: 'off', enabled: false }),
  ]
  expect(screenMessage(policies, 'Hello').policies.map(({ id }) => id)).toEqual(['early', 'late'])
})

it('caps what the model may write at the lowest limit', () => {
  const policies = [lengthLimit(50, { mode }), lengthLimit(20, { mode }), lengthLimit(5)]
  expect(screenMessage(policies, 'Hello').maxTokens).toBe(20)
  expect(screenMessage([], 'Hello')).not.toHaveProperty('maxTokens')
})

it('lets nothing through to the model when a policy can not be evaluated', () => {
  expect(() => screenMessage([toneControl({ mode })], 'Hello')).toThrow(
    expect.objectContaining({ code: 'policy_unavailable', message: expect.stringContaining('"Formal"') }),
  )
})
