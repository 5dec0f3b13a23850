import { answerFilter, messageScreen, ServiceError } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startTestChat } from './start-test-chat.ts'

it('a policy that can not be evaluated stands in the trace of the turn that it ended, and nothing left', async () => {
  const decision = {
    policyId: 'pol_1',
    name: 'Formal',
    type: 'Tone Control',
    mode: 'Post-generation',
    decision: 'block' as const,
    reason: 'could not be evaluated: The model is away.',
  }
  const failing = defineService({
    name: 'policy-engine',
    config: z.object({}),
    uses: [],
    collections: {},
    publishes: {},
    asks: {},
    handles: { messageScreen, answerFilter },
    handlers: {
      messageScreen: async ({ text, history }) => ({ policies: [], text, history, instructions: [], decisions: [] }),
      async answerFilter() {
        throw new ServiceError('policy_unavailable', { decision })
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
