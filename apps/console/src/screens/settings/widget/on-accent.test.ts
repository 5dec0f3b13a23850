import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onAccentFor } from './on-accent.ts'

test.each([
  ['#1a5fd0', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#ffd400', '#000000'],
  ['#7a3b12', '#ffffff'],
])('the text on %s is %s', (accent, onAccent) => {
  expect(onAccentFor(accent)).toBe(onAccent)
})

/** By the definition of WCAG 2.2, in other words than the code under test. */
function contrastOf(one: string, other: string): number {
  const brightness = (color: string) => {
    const parts = color.match(/[0-9a-f]{2}/g)!.map((part) => Number.parseInt(part, 16) / 255)
    const weights = [0.2126, 0.7152, 0.0722]
    return parts.reduce((sum, c, i) => sum + weights[i]! * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4), 0)
  }
  const [a, b] = [brightness(one), brightness(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

test('text can be read on every color', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const accent = `#${number.toString(16).padStart(6, '0')}`
      expect(contrastOf(accent, onAccentFor(accent))).toBeGreaterThan(4.5)
    }),
  )
})
