import { type BusinessHours, defaultSettings, type EscalationRule } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { escalationBefore, isOutsideHours, thresholdFrom } from './escalation-steps.ts'

const hours: BusinessHours = {
  timeZone: 'Europe/Stockholm',
  days: { monday: [{ from: '09:00', to: '17:00' }], saturday: [{ from: '22:00', to: '24:00' }] },
}

it.each([
  ['2026-01-05T07:59:59Z', true],
  ['2026-01-05T08:00:00Z', false],
  ['2026-01-05T15:59:59Z', false],
  ['2026-01-05T16:00:00Z', true],
  // Summer time: an hour earlier.
  ['2026-07-06T07:00:00Z', false],
  ['2026-07-06T15:00:00Z', true],
  // A day without hours, and the end of a day.
  ['2026-01-06T10:00:00Z', true],
  ['2026-01-10T22:59:59Z', false],
  ['2026-01-10T23:00:00Z', true],
])('at %s it is outside of business hours in Stockholm: %s', (at, expected) => {
  expect(isOutsideHours(hours, Date.parse(at))).toBe(expected)
  expect(isOutsideHours(null, Date.parse(at))).toBe(false)
})

const ruleOf = (name: string, when: EscalationRule['when'], more: Partial<EscalationRule> = {}): EscalationRule => {
  const at = '2026-01-01T00:00:00.000Z'
  const then = {}
  return { id: name, name, when, then, priority: 0, enabled: true, createdAt: at, updatedAt: at, ...more }
}
const asked = (text: string) => ({ text, customerMessages: 1 })
const before = (text: string, rules: EscalationRule[]) => escalationBefore(asked(text), rules, defaultSettings, 0)

it('keywords are whole words, whatever their case and what stands between', () => {
  const rules = [ruleOf('law', { kind: 'keywords', keywords: ['court case', 'ÅTAL'] })]
  expect(before('A Court-Case!', rules)).toMatchObject({ reason: 'rule', rule: { id: 'law' } })
  expect(before('Ni får ett åtal', rules)).toMatchObject({ reason: 'rule' })
  expect(before('courtcase', rules)).toBeUndefined()
  expect(before('åtalad', rules)).toBeUndefined()
})

it('the first enabled rule that applies counts, and one of a kind stands in for what happens without', () => {
  const requested = ruleOf('person', { kind: 'requested' })
  const off = ruleOf('person', { kind: 'requested' }, { enabled: false })
  const word = ruleOf('word', { kind: 'keywords', keywords: ['human'] })
  expect(before('a human please', [word, requested])).toMatchObject({ rule: { id: 'word' } })
  expect(before('a human please', [])).toEqual({ reason: 'requested' })
  expect(before('a human please', [off])).toBeUndefined()
})

it('a rule sets the threshold before the settings do', () => {
  const settings = { ...defaultSettings, escalationThreshold: 0.5 }
  const rule = ruleOf('sure', { kind: 'low_confidence', threshold: 0.9 })
  expect(thresholdFrom([rule], settings)).toBe(0.9)
  expect(thresholdFrom([{ ...rule, enabled: false }], settings)).toBe(0.5)
  expect(thresholdFrom([], defaultSettings)).toBeUndefined()
})
