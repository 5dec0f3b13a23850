import type { Policy } from '@frontdesk/contracts'
import { ServiceError } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { checkClosing, checkPromises, type Filter, tools } from '../../testing/filter-promises.ts'
import { piiFilter, toneControl } from '../../testing/policies.ts'
import type { Tools } from '../types/policy-type.ts'
import { filterAnswer } from './filter-answer.ts'

type Change = (policy: Policy) => Partial<Policy>
/** The real filter on policies that were changed behind its back. */
const changing =
  (change: Change): Filter =>
  (policies, text, final, given) =>
    filterAnswer(
      policies.map((policy) => ({ ...policy, ...change(policy) }) as Policy),
      text,
      final,
      given,
    )
/** A type of policy that decides, but does nothing. */
const idle = (type: Policy['type'], config: object) =>
  changing((policy) => (policy.type === type ? ({ config } as Partial<Policy>) : {}))
const without = (type: Policy['type']) => changing((policy) => (policy.type === type ? { enabled: false } : {}))

/** Faults as they are made, and the promise that each breaks: the real filter but for one thing. */
const faults: Record<string, { faulty: Filter; breaks: string }> = {
  'a mask that is left out': {
    faulty: idle('PII Filter', { kinds: ['email', 'card'] }),
    breaks: 'no masked byte leaves',
  },
  'a topic that is not looked for': {
    faulty: idle('Topic Filter', { topics: [{ name: 'x', phrases: ['xyzzy'] }] }),
    breaks: '(?:a topic is blocked|no topic leaves)',
  },
  'a tone that is not set': { faulty: idle('Tone Control', { tone: 'informal' }), breaks: 'the tone is set' },
  'a limit that is not held': { faulty: idle('Length Limit', { maxTokens: 5_000 }), breaks: 'the limit holds' },
  'a policy that is left out': { faulty: without('PII Filter'), breaks: '.*' },
  'an order that is swapped': {
    faulty: changing(({ priority }) => ({ priority: -priority })),
    breaks: '(?:every policy decides, in order|the limit holds|a topic is blocked)',
  },
  'a tie that goes by the newest': {
    faulty: changing(({ createdAt }) => ({ createdAt: `2026-01-0${9 - Number(createdAt[9])}T00:00:00.000Z` })),
    breaks: '(?:every policy decides, in order|the limit holds|a topic is blocked)',
  },
  'a disabled policy that is evaluated': { faulty: changing(() => ({ enabled: true })), breaks: '.*' },
  'a policy of the other mode that is evaluated': {
    faulty: changing(() => ({ mode: 'Post-generation' })),
    breaks: '.*',
  },
  'a held answer that is released early': {
    faulty: async (policies, text, final, given) => {
      const filtered = await filterAnswer(policies, text, final, given)
      return filtered.holds === 'answer' ? { ...filtered, released: text } : filtered
    },
    breaks: '(?:nothing leaves before the whole was judged|what left is never taken back)',
  },
  'a segment that is released before it is settled': {
    faulty: (policies, text, final, given) =>
      filterAnswer(policies, text, final || !policies.some(({ type }) => /T/.test(type)), given),
    breaks: 'what left is never taken back',
  },
  'a block that lets the answer go': {
    faulty: async (policies, text, final, given) => {
      const filtered = await filterAnswer(policies, text, final, given)
      return filtered.blocked ? { ...filtered, released: text } : filtered
    },
    breaks: 'a block releases the refusal',
  },
  'an end that is forgotten': {
    faulty: (policies, text, _final, given) => filterAnswer(policies, text, false, given),
    breaks: '.*',
  },
}

/** The promise that a run broke. */
const brokenBy = (run: Promise<void>): Promise<string> =>
  run.then(
    () => 'nothing was broken',
    (error) => String(error.cause?.message ?? error.message),
  )

describe('the tests of the guarantees detect a fault in the filter', () => {
  it.each(Object.entries(faults))('%s', async (_name, { faulty, breaks }) => {
    expect(await brokenBy(checkPromises(faulty, 1_500))).toMatch(new RegExp(`^broken: ${breaks}`))
  })

  it('without a fault they pass', async () => {
    expect(await brokenBy(checkPromises(filterAnswer, 100))).toBe('nothing was broken')
  })
})

describe('a filter that does not fail closed is detected', () => {
  const away = () => Promise.reject(new ServiceError('model_unavailable'))
  const broken: Tools = { ...tools, models: { ...tools.models, writesFreely: true, restyle: away } }
  const policies = [piiFilter({ priority: 1 }), toneControl({ priority: 2 })]
  const openings: Record<string, Filter> = {
    'an exception that lets the text go': (some, text, final, given) =>
      filterAnswer(some, text, final, given).catch(() => ({ released: text, decisions: [] })),
    'an exception that leaves the policy out': (some, text, final, given) =>
      filterAnswer(some, text, final, given).catch(() => without('Tone Control')(some, text, final, given)),
    'a policy that is only tried at the end': (some, text, final, given) =>
      final ? filterAnswer(some, text, final, given) : without('Tone Control')(some, text, final, given),
    'an exception with another code': (some, text, final, given) =>
      filterAnswer(some, text, final, given).catch(() => Promise.reject(new Error('a bug'))),
  }

  it.each(Object.entries(openings))('%s', async (_name, faulty) => {
    await expect(checkClosing(faulty, policies, broken)).rejects.toThrow('broken: ')
  })
})
