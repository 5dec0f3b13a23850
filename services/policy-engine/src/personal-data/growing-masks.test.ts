import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/personal-data/adversarial-texts.ts'
import { emailMask } from './email.ts'
import { growingMasks } from './growing-masks.ts'
import type { GrowingMask } from './mask.ts'
import { numberMask } from './mask-numbers.ts'
import { maskPersonalData, namesOf, personalDataMask } from './mask-personal-data.ts'
import { phoneFinder } from './phone.ts'

const config = { kinds: ['email', 'phone', 'national_id', 'card', 'iban'] as const, regions: ['SE', 'US'] }
const all = { kinds: [...config.kinds], regions: config.regions }

/** What a mask makes of a text that comes in segments. */
function maskInSegments(mask: GrowingMask, segments: string[]): string {
  let masked = ''
  for (const segment of segments) masked += mask.push(segment, false)
  return masked + mask.push('', true)
}
const cut = (text: string, places: number[]): string[] => {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end))
}

describe('a text masked as it grows', () => {
  it('gives the same result as masking the whole text, wherever it is cut', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(200), { maxLength: 12 }), (text, places) => {
        const whole = maskPersonalData(text, all, true)
        for (const segments of [cut(text, places), text.split('')]) {
          const mask = personalDataMask(all)
          expect(maskInSegments(mask, segments)).toBe(whole.text)
          expect(namesOf(mask)).toEqual(whole.found)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('releases only what every possible continuation would release', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(200), (text, other, place) => {
        const at = place % (text.length + 1)
        const released = personalDataMask(all).push(text.slice(0, at), false)
        for (const rest of [text.slice(at), other, '']) {
          expect(maskPersonalData(text.slice(0, at) + rest, all, true).text.startsWith(released)).toBe(true)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  const looks = (unit: string, length: number, size: number): number => {
    let count = 0
    const phones = phoneFinder([])
    const finder: typeof phones = {
      ...phones,
      find(around, at, isAfterMask) {
        count++
        return phones.find(around, at, isAfterMask)
      },
      lookAhead(reached) {
        count++
        return phones.lookAhead(reached)
      },
    }
    const mask = numberMask([{ kind: 'phone', finder, isMasked: true, noPartOf: [] }])
    const text = unit.repeat(length / unit.length)
    for (let at = 0; at < text.length; at += size) mask.push(text.slice(at, at + size), false)
    mask.push('', true)
    return count
  }

  it.each(['1', '1 ', '0701 ', '22 33 44 55 ', '(50', '4(0', '811218-9876 ', '7\u200b', '+12 '])(
    'looks as often at each segment of a long text of %j as at one of a short text',
    (unit) => {
      for (const size of [1, 30]) expect(looks(unit, 8_000, size)).toBeLessThan(5 * looks(unit, 2_000, size))
    },
  )

  it('keeps only the word itself in memory, however long it gets', () => {
    const mask = emailMask()
    let masked = ''
    for (let i = 0; i < 1_000; i++) masked += mask.push('abcdefghij', false)
    expect(masked).toBe('')
    expect(mask.push('@example.com ', true)).toBe(`a${'*'.repeat(9_999)}@e********** `)
  })
})

describe('growingMasks', () => {
  it('gives the same result as masking each text alone, whatever other texts grow at the same time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.array(fc.nat(200), { maxLength: 6 })), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        (texts, order) => {
          const masks = growingMasks()
          const left = texts.map(([text, places]) => ({ segments: cut(text, places), text: '' }))
          for (const pick of order) {
            const open = left.filter(({ segments }) => segments.length > 0)
            const one = open[pick % open.length]
            if (!one) break
            one.text += one.segments.shift()
            const final = one.segments.length === 0
            expect(masks.mask(one.text, all, final)).toEqual(maskPersonalData(one.text, all, final))
          }
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it.each(['%2](x)\u200bNL25 ', '%2\u2064\u200bNL25 ', 'a<b>\u200b070-123 45 67', 'a\\*\u200bNL25 '])(
    'gives the same of %j wherever it was cut before, also between markup and what cannot be seen',
    (text) => {
      const whole = maskPersonalData(text, all, false)
      for (let at = 0; at <= text.length; at++) {
        const masks = growingMasks()
        masks.mask(text.slice(0, at), all, false)
        expect(masks.mask(text, all, false), `cut at ${at}`).toEqual(whole)
      }
    },
  )

  it('distinguishes two policies, and evicts the oldest of too many texts without changing any result', () => {
    const masks = growingMasks()
    const texts = Array.from({ length: 100 }, (_, i) => `${i}: ring 070-123 45 6${i % 10} `)
    const emails = { kinds: ['email' as const] }
    for (const text of texts)
      expect(masks.mask(text.slice(0, 20), all, false).text).toBe(text.slice(0, text.indexOf('070')))
    for (const text of texts) expect(masks.mask(text, emails, true).text).toBe(text)
    for (const text of texts) expect(masks.mask(text, all, true)).toEqual(maskPersonalData(text, all, true))
  })
})
