import { slowdown } from '@frontdesk/language/testing'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailMask } from './email.ts'

const maskEmails = (text: string) => {
  const mask = emailMask()
  return { text: mask.push(text, true), found: mask.found.get('email') ?? 0 }
}
const settled = (text: string) => emailMask().push(text, false)

describe('maskEmails', () => {
  it.each([
    ['anna.berg@example.com', 'a********@e**********'],
    ['Write to anna.berg@example.com.', 'Write to a********@e**********.'],
    ['(anna@example.com), "bo@example.se"; <c@d.io>!', '(a***@e**********), "b*@e*********"; <c@d***>!'],
    ['**anna@example.com**', '**a***@e************'],
    ['mailto:anna+tag@mail.example.co.uk?', 'mailto:a*******@m*****************?'],
    ['åsa.öberg@företag.se', 'å********@f*********'],
    ['анна@пример.рф', 'а***@п********'],
    ['anna＠example．com', 'a***＠e**********'],
    ['an\u200bna@\u200bexample.com', 'a****@*e**********'],
    ['a@b.se', 'a@b***'],
    ['anna.berg (at) example (dot) com', 'a***.**** (**) ******* (***) ***'],
    ['Mejla anna[at]example.se.', 'Mejla a***[**]*******.**.'],
    ['bo {at} mail dot example dot com, ok', 'b* {**} **** *** ******* *** ***, ok'],
    ['two a1@b.se,c2@d.se', 'two a*@b***,c*@d***'],
    ['anna@example.com@other.se', 'a***@e**********@o*******'],
    ['x@anna@example.com', 'x@a***@e**********'],
    ['anna@example.com.', 'a***@e**********.'],
    ['anna@example.com...', 'a***@e**********...'],
    ['anna@example.com-', 'a***@e**********-'],
    ['_@example.com', '_@e**********'],
    ['𝒶nna@example.com', '𝒶***@e**********'],
  ])('masks %s', (text, masked) => {
    expect(maskEmails(text).text).toBe(masked)
  })

  it.each([
    'no address',
    'we meet (at) noon',
    'look at example dot com',
    'a @ b.se',
    'anna@',
    '@anna',
    'anna@localhost',
    'react@18.2.0',
    'at 5@2.30',
    '',
    '@',
    '@@@',
    'a@.se',
  ])('leaves %j alone', (text) => {
    expect(maskEmails(text)).toEqual({ text, found: 0 })
  })

  it('finds nothing in text that is already masked', () => {
    const once = maskEmails('Ask anna.berg@example.com or bo@example.se')
    expect(once.found).toBe(2)
    expect(maskEmails(once.text)).toEqual({ text: once.text, found: 0 })
  })

  const piece = fc.constantFrom(
    ...[
      'anna',
      'a',
      '@',
      '.',
      'com',
      'example.se',
      ' ',
      '\n',
      ',',
      '-',
      '_',
      '*',
      '🧡',
      'å',
      'e\u0301',
      '\u200b',
      '1',
      '<',
      '"',
    ],
    ...['\ud83e', '\udde1', '漢字', '＠'],
  )
  const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  it('never changes settled text, whatever follows', () => {
    fc.assert(
      fc.property(anyText, anyText, (start, rest) => {
        expect(maskEmails(start + rest).text.startsWith(settled(start))).toBe(true)
        expect(settled(start + rest).startsWith(settled(start))).toBe(true)
      }),
      { numRuns: runs(500) },
    )
  })

  it('settles everything up to a word that an at sign may follow', () => {
    expect(settled('mail anna@example.com now')).toBe('mail a***@e********** ')
    expect(settled('mail: anna@exa')).toBe('mail: ')
    expect(settled('mail (')).toBe('')
    expect(settled('mail (b) x, ')).toBe('mail (b) x, ')
  })

  const local = fc.stringMatching(/^[a-zå][a-z0-9åäö._+-]{0,12}[a-z0-9]$/)
  const domain = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]\.(?:com|se|co\.uk|museum)$/)
  const around = fc.constantFrom(' ', ', ', '. ', ' (', ') ', '; ', ': ', '\n', '! ', '" ', '<', '>', '…')

  it('shows only the first characters, in any surroundings', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(around, local, domain), { minLength: 1, maxLength: 6 }), (addresses) => {
        const text = addresses.map(([before, name, host]) => `${before}${name}@${host}`).join('')
        const expected = addresses
          .map(
            ([before, name, host]) =>
              `${before}${name[0]}${'*'.repeat(name.length - 1)}@${host[0]}${'*'.repeat(host.length - 1)}`,
          )
          .join('')
        expect(maskEmails(`${text} end`)).toEqual({ text: `${expected} end`, found: addresses.length })
      }),
    )
  })

  it.each(['@', 'a@', 'a.', '@a.', 'a@b.c', '\u200b', '.@', '-a@-'])(
    'takes time in proportion on repetitions of %j',
    async (unit) => {
      expect(await slowdown(unit, maskEmails)).toBeLessThan(4)
    },
  )
})
