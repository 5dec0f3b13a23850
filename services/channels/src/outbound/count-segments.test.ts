import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSegments } from './count-segments.ts'

const table: [what: string, text: string, encoding: string, segments: number][] = [
  ['nothing', '', 'gsm-7', 1],
  ['160 letters', 'a'.repeat(160), 'gsm-7', 1],
  ['161 letters', 'a'.repeat(161), 'gsm-7', 2],
  ['306 letters, 2 × 153', 'a'.repeat(306), 'gsm-7', 2],
  ['307 letters', 'a'.repeat(307), 'gsm-7', 3],
  ['459 letters, 3 × 153', 'a'.repeat(459), 'gsm-7', 3],
  ['Swedish letters', 'ÅÄÖåäöé'.repeat(20), 'gsm-7', 1],
  ['160 of é ù ì ò à', 'éùìòà'.repeat(32), 'gsm-7', 1],
  ['Greek capitals of the alphabet', 'ΔΦΓΛΩΠΨΣΘΞ'.repeat(16), 'gsm-7', 1],
  ['a capital that only looks Latin', 'Α'.repeat(71), 'ucs-2', 2],
  ['line ends', '\r\n'.repeat(80), 'gsm-7', 1],
  ['80 euros, two places each', '€'.repeat(80), 'gsm-7', 1],
  ['81 euros', '€'.repeat(81), 'gsm-7', 2],
  ['the whole extension table', '\f^{}\\[~]|€'.repeat(8), 'gsm-7', 1],
  [
    'an escaped character never cut: 152 letters, a euro, 151 letters',
    `${'a'.repeat(152)}€${'a'.repeat(151)}`,
    'gsm-7',
    2,
  ],
  ['one letter more', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm-7', 3],
  ['a backtick is not in the alphabet', '`', 'ucs-2', 1],
  ['nor is a small cedilla, though the capital is', 'ç', 'ucs-2', 1],
  ['Ç', 'Ç'.repeat(160), 'gsm-7', 1],
  ['70 of UCS-2', 'ő'.repeat(70), 'ucs-2', 1],
  ['71 of UCS-2', 'ő'.repeat(71), 'ucs-2', 2],
  ['134 of UCS-2, 2 × 67', 'ő'.repeat(134), 'ucs-2', 2],
  ['135 of UCS-2', 'ő'.repeat(135), 'ucs-2', 3],
  ['one typographic quote makes 160 letters three', `${'a'.repeat(159)}’`, 'ucs-2', 3],
  ['35 faces, two places each', '😀'.repeat(35), 'ucs-2', 1],
  ['66 faces: 33 in a segment, never cut', '😀'.repeat(66), 'ucs-2', 2],
  ['67 faces', '😀'.repeat(67), 'ucs-2', 3],
]

describe('a text is so many SMS', () => {
  it.each(table)('%s', (_what, text, encoding, segments) => {
    expect(countSegments(text)).toEqual({ encoding, segments })
  })
})

it('more text is never fewer segments of the same encoding', () => {
  const characters = fc.constantFrom('a', 'å', '€', '[', '\n', '😀', 'ő')
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 400 }), fc.array(characters, { maxLength: 20 }), (text, more) => {
      const [before, after] = [countSegments(text.join('')), countSegments([...text, ...more].join(''))]
      expect(after.segments).toBeGreaterThanOrEqual(before.segments)
      if (before.encoding === 'ucs-2') expect(after.encoding).toBe('ucs-2')
    }),
    { numRuns: runs(200) },
  )
})
