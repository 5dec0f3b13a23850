import { ServiceError } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { blockedByTone, failingPolicies } from '../../testing/failing-policies.ts'
import { readAnswer } from '../../testing/read-answer.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats()

it('the trace of a turn shows the policy that could not be evaluated, and nothing was sent', async () => {
  const decision = blockedByTone('could not be evaluated: The model is away.')
  const failing = failingPolicies(new ServiceError('policy_unavailable', { decision }))
  const chat = await chats.start({ beside: [failing], env: { GIVE_UP_AFTER_MS: '0' } })
  const { parts, answer } = await readAnswer(chat, 'How long does delivery take?')
  expect(parts.map(({ type }) => type)).toEqual(['start', 'error'])
  const failed = { outcome: 'failed', content: '', error: { code: 'policy_unavailable' }, policies: [decision] }
  expect(answer).toMatchObject(failed)
})
