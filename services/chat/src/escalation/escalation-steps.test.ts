import { defaultSettings, type EscalationRule } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { escalationBefore, thresholdFrom } from './escalation-steps.ts'

const ruleOf = (name: string, when: EscalationRule['when'], more: Partial<EscalationRule> = {}): EscalationRule => {
  const at = '2026-01-01T00:00:00.000Z'
  const then = {}
  return { id: name, name, when, then, priority: 0, enabled: true, createdAt: at, updatedAt: at, ...more }
}
const asked = (text: string) => ({ text, customerMessages: 1 })
const before = (text: string, rules: EscalationRule[]) => escalationBefore(asked(text), rules, defaultSettings, 0)

it('keywords match whole words, whatever their case and the characters between them', () => {
  const rules = [ruleOf('law', { kind: 'keywords', keywords: ['court case', 'ÅTAL'] })]
  expect(before('A Court-Case!', rules)).toMatchObject({ reason: 'rule', rule: { id: 'law' } })
  expect(before('Ni får ett åtal', rules)).toMatchObject({ reason: 'rule' })
  expect(before('courtcase', rules)).toBeUndefined()
  expect(before('åtalad', rules)).toBeUndefined()
})

it('the first enabled rule that applies is used, and a rule replaces the default of its kind', () => {
  const requested = ruleOf('person', { kind: 'requested' })
  const off = ruleOf('person', { kind: 'requested' }, { enabled: false })
  const word = ruleOf('word', { kind: 'keywords', keywords: ['human'] })
  expect(before('a human please', [word, requested])).toMatchObject({ rule: { id: 'word' } })
  expect(before('a human please', [])).toEqual({ reason: 'requested' })
  expect(before('a human please', [off])).toBeUndefined()
})

it('the threshold of a rule takes precedence over the settings', () => {
  const settings = { ...defaultSettings, escalationThreshold: 0.5 }
  const rule = ruleOf('sure', { kind: 'low_confidence', threshold: 0.9 })
  expect(thresholdFrom([rule], settings)).toBe(0.9)
  expect(thresholdFrom([{ ...rule, enabled: false }], settings)).toBe(0.5)
  expect(thresholdFrom([], defaultSettings)).toBeUndefined()
})
