import { lengthLimitConfig, type Policy } from '@frontdesk/contracts'
import { shortenToTokens } from '../length/shorten-to-tokens.ts'
import { maskText } from './personal-data.ts'
import type { PolicyType } from './policy-type.ts'

/** Limits the length that the model may write, and shortens a longer answer. */
export const lengthLimit: PolicyType<'Length Limit'> = {
  config: lengthLimitConfig,
  holds: 'segment',
  sets: 'length',
  before: ({ config: { maxTokens } }) => ({
    decision: 'pass',
    reason: `the answer may have ${maxTokens} tokens`,
    maxTokens,
  }),
  after({ config: { maxTokens } }, { text, final, following }, { tokenizer }) {
    if (!tokenizer) throw new Error('no tokenizer was loaded')
    const shortened = shortenToTokens(text, maxTokens, tokenizer, { final, mayCut: keepsMasks(following) })
    if (!final || shortened === text) return { text: shortened, decision: 'pass', reason: 'within the limit' }
    return { text: shortened, decision: 'change', reason: `shortened to ${maxTokens} tokens` }
  },
  faults: () => [],
}

/** Whether a cut keeps every later mask correct: half of a number would not be recognised. */
function keepsMasks(following: Policy[]): (start: string, whole: string) => boolean {
  const masks = following.filter((policy) => policy.type === 'PII Filter')
  const masked = (text: string) => masks.reduce((left, policy) => maskText(policy, left, true).text, text)
  return (start, whole) => masks.length === 0 || masked(whole).startsWith(masked(start))
}
