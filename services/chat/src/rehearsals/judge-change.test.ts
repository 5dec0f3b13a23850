import type { TurnResult } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { judgeChange } from './judge-change.ts'

const answered: TurnResult = {
  outcome: 'answered',
  content: 'Delivery takes three days.',
  confidence: 0.8,
  sources: [{ sourceId: 'src_1', title: 'Delivery' }],
  policies: [],
  reason: null,
}
const side = (change: Partial<TurnResult> = {}): TurnResult => ({ ...answered, ...change })
const escalated = side({
  outcome: 'escalated',
  content: 'A person will answer.',
  sources: [],
  reason: 'low_confidence',
})
const blocked = side({ outcome: 'blocked', content: 'Refused.', sources: [], reason: 'weapons' })
const masked = [
  { policyId: 'pol_1', name: 'No e-mail', type: 'PII Filter', mode: 'Post-generation', decision: 'change' },
]
const other = [{ sourceId: 'src_2', title: 'Returns' }]

it.each<[string, TurnResult, TurnResult, object]>([
  ['the same', answered, side(), { verdict: 'same', changes: [] }],
  ['nobody notices a little less confidence', answered, side({ confidence: 0.76 }), { verdict: 'same', changes: [] }],
  ['a person answers now', answered, escalated, { verdict: 'worse', changes: ['escalated'] }],
  ['the AI answers now', escalated, answered, { verdict: 'better', changes: ['answered'] }],
  ['it is blocked now', answered, blocked, { verdict: 'worse', changes: ['blocked'] }],
  ['a person answers in place of a block', blocked, escalated, { verdict: 'better', changes: ['escalated'] }],
  ['it fails now', escalated, side({ outcome: 'failed' }), { verdict: 'worse', changes: ['failed'] }],
  ['less confidence', answered, side({ confidence: 0.7 }), { verdict: 'worse', changes: ['confidence_lower'] }],
  ['more confidence', answered, side({ confidence: 0.9 }), { verdict: 'better', changes: ['confidence_higher'] }],
  ['no source any more', answered, side({ sources: [] }), { verdict: 'worse', changes: ['citations_lost'] }],
  [
    'one more source, in other words',
    answered,
    side({ sources: [...answered.sources, ...other], content: 'Three days.' }),
    { verdict: 'better', changes: ['citations_gained', 'content'] },
  ],
  ['another source', answered, side({ sources: other }), { verdict: 'changed', changes: ['sources'] }],
  ['other words', answered, side({ content: 'Three days.' }), { verdict: 'changed', changes: ['content'] }],
  [
    'more confidence, but no source',
    answered,
    side({ confidence: 1, sources: [] }),
    { verdict: 'changed', changes: ['confidence_higher', 'citations_lost'] },
  ],
  [
    'another reason for a person',
    escalated,
    { ...escalated, reason: 'contradiction' },
    { verdict: 'changed', changes: ['reason'] },
  ],
  [
    'a policy changes the answer now',
    answered,
    side({ policies: masked as TurnResult['policies'] }),
    { verdict: 'changed', changes: ['policies'] },
  ],
])('%s', (_, before, after, expected) => {
  expect(judgeChange({ before, after })).toEqual(expected)
})
