import type { Policy } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { tools } from '../../testing/filter-promises.ts'
import { lengthLimit, piiFilter, topicFilter } from '../../testing/policies.ts'
import { filterAnswer } from './filter-answer.ts'
import { releaseTexts } from './release-texts.ts'
import { screenMessage } from './screen-message.ts'

const modes = ['Pre-generation', 'Post-generation'] as const
/** Policies as another version, or damage, may leave them in the store. */
const unknown: Record<string, (mode: Policy['mode']) => object> = {
  'of a type that this version does not know': (mode) => ({ ...piiFilter({ mode }), type: 'Secrets Filter' }),
  'without a type': (mode) => ({ ...piiFilter({ mode }), type: undefined }),
  'with the config of another type': (mode) => ({ ...lengthLimit(5, { mode }), config: { kinds: ['email'] } }),
  'with a kind of personal data that this version does not know': (mode) => ({
    ...piiFilter({ mode }),
    config: { kinds: ['email', 'passport'] },
  }),
  'without topics': (mode) => ({ ...topicFilter('x', { mode }), config: {} }),
  'of a mode that this version does not know': () => ({ ...piiFilter(), mode: 'Mid-generation' }),
}

describe.each(Object.entries(unknown))('a policy %s', (_, make) => {
  it.each(modes)('%s releases nothing', async (mode) => {
    const policies = [make(mode) as Policy]
    const closed = { code: 'policy_unavailable', isOutage: true }
    if (mode === 'Pre-generation') {
      await expect(screenMessage(policies, 'Hello', [], tools)).rejects.toMatchObject(closed)
    } else {
      await expect(
        filterAnswer(policies, 'Hello', false, tools).then(({ released }) => released || Promise.reject(closed)),
      ).rejects.toMatchObject(closed)
      await expect(filterAnswer(policies, 'Hello', true, tools)).rejects.toMatchObject(closed)
      await expect(releaseTexts(policies, ['Hello'], 'kept', tools)).rejects.toMatchObject(closed)
    }
  })

  it('releases everything when the policy is disabled', async () => {
    const policies = modes.map((mode) => ({ ...make(mode), enabled: false }) as Policy)
    expect((await screenMessage(policies, 'Hello', [], tools)).text).toBe('Hello')
    expect((await filterAnswer(policies, 'Hello', true, tools)).released).toBe('Hello')
  })
})
