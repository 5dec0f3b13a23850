import { ServiceError } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it } from 'vitest'
import { startTestChat } from '../../testing/start-test-chat.ts'

it('the trace of a turn shows the policy that could not be evaluated, and nothing was sent', async () => {
  const decision = {
    policyId: 'pol_1',
    name: 'Formal',
    type: 'Tone Control',
    mode: 'Post-generation',
    decision: 'block' as const,
    reason: 'could not be evaluated: The model is away.',
  }
  const failing = standIn({
    name: 'policy-engine',
    handlers: {
      'policy-engine': {
        messageScreen: async ({ text, history }) => ({ policies: [], text, history, instructions: [], decisions: [] }),
        async answerFilter() {
          throw new ServiceError('policy_unavailable', { decision })
        },
      },
    },
  })
  const store = openSqlite(':memory:')
  const chat = await startTestChat({ store, beside: [failing], env: { GIVE_UP_AFTER_MS: '0' } })
  try {
    const parts = await chat.read('How long does delivery take?').ended
    expect(parts.map(({ type }) => type)).toEqual(['start', 'error'])
    const { conversationId } = parts[0] as { conversationId: string }
    const stored = (await chat.messages(conversationId)).find(({ outcome }) => outcome === 'failed')
    expect(stored).toMatchObject({ content: '', error: { code: 'policy_unavailable' }, policies: [decision] })
  } finally {
    await chat.stop()
    await store.close()
  }
})
