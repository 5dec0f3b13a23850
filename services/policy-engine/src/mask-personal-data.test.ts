import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskPersonalData } from './mask-personal-data.ts'
import { seeded } from './personal-data/dataset/random.ts'
import { card, email, iban, nationalId, phone } from './personal-data/dataset/real-numbers.ts'

const kinds: ('email' | 'phone' | 'national_id' | 'card' | 'iban')[] = ['email', 'phone', 'national_id', 'card', 'iban']
const masked = (text: string, only = kinds, regions?: string[]) =>
  maskPersonalData(text, { kinds: only, ...(regions && { regions }) }, true).text
const settled = (text: string) => maskPersonalData(text, { kinds }, false).text

describe('maskPersonalData', () => {
  it.each([
    ['Ring +46 70-123 45 67 nu', 'Ring +** **-*** ** 67 nu'],
    ['070-123 45 67', '***-*** ** 67'],
    ['+46 (0)70 123 45 67.', '+** (*)** *** ** 67.'],
    ['(0701234567)', '(********67)'],
    ['**08-123 456 78**', '****-*** *** 78**'],
    ['call (212) 555-0123 or +1 415 555 2671', 'call (***) ***-**23 or +* *** *** **71'],
    ['电话０７０１２３４５６７', '电话********６７'],
    ['070\u2011123\u00a045\u00a067', '***\u2011***\u00a0**\u00a067'],
    ['0\u200b7\u200b0\u200b1234567', '*\u200b*\u200b*\u200b*****67'],
    ['٠٧٠١٢٣٤٥٦٧', '********٦٧'],
    ['𝟎𝟕𝟎-𝟏𝟐𝟑 𝟒𝟓 𝟔𝟕', '***-*** ** 𝟔𝟕'],
    ['811218-9876, 19811218-9876 8112189876', '******-****, ********-**** **********'],
    ['811278-9873 (samordning)', '******-**** (samordning)'],
    ['811218+9876 ８１１２１８－９８７６', '******+**** ******－****'],
    ['hetu 131052-308T', 'hetu ******-****'],
    ['CPR 0101801234 010180-1234', 'CPR ********** ******-****'],
    ['AB 12 34 56 C and 536-90-4399', '** ** ** ** * and ***-**-****'],
    ['4111 1111 1111 1111 or 4111111111111111', '**** **** **** 1111 or ************1111'],
    ['3782-822463-10005', '****-******-*0005'],
    ['SE45 5000 0000 0583 9825 7466', 'SE** **** **** **** **** 7466'],
    ['se4550000000058398257466', 'se******************7466'],
    ['anna@example.com, 070-1234567', 'a***@e**********, ***-*****67'],
    ['4111 1111 1111 1111 5500 0000 0000 0004', '**** **** **** 1111 **** **** **** 0004'],
    ['070-174 06 05 4111 1111 1111 1111', '***-*** ** ** **** **** **** 1111'],
    ['4539 1488 0343 6467 +46 70 174 06 35', '**** **** **** 6467 +** ** *** ** 35'],
    ['+46 70 174 06 35 4539 1488 0343 6467', '+** ** *** ** ** **** **** **** 6467'],
    ['070-174 06 05 070-174 06 06', '***-*** ** ** ***-*** ** 06'],
    ['070-174 06 05,070-174 06 06', '***-*** ** 05,***-*** ** 06'],
    ['0701740605/0701740606', '********05/********06'],
    ['811228-9874 670919-9530', '******-**** ******-****'],
    ['8112289874,6709199530/8112289874', '**********,**********/**********'],
    ['811228-9874/bo@example.se', '******-****/b*@e*********'],
  ])('masks %s', (text, expected) => {
    expect(masked(text)).toBe(expected)
    expect(masked(expected)).toBe(expected)
  })

  it.each([
    'Order 22334455 and 0701234567x1',
    'Order number 8112189876',
    '12 500 000 kr, 22 334 455 SEK, $2125550123',
    '2024-01-15, 15.01.2024, 08.00-17.00, 2013-1993',
    '192.168.10.25 and 1.22.333.4444',
    'EAN 4006381333931, ISBN 978-0-306-40615-7',
    '556036-0793 is a company, 811218-9875 has a wrong check digit',
    '4111 1111 1111 1112',
    'SE46 5000 0000 0583 9825 7466',
    '550e8400-e29b-41d4-a716-446655440000',
    '22334455',
    '8112289874,50 and 8112289874/2',
    '0701234567,50',
  ])('leaves %s alone', (text) => {
    expect(masked(text, ['phone', 'national_id', 'card', 'iban'])).toBe(text)
  })

  it('masks only the kinds that a policy names: a part of a card is no telephone', () => {
    const text = '4111 1111 1111 1111, 811218-9876, SE45 5000 0000 0583 9825 7466, anna@example.com'
    expect(masked(text, ['phone'])).toBe(text)
    expect(masked(text, ['email'])).toContain('a***@e**********')
    expect(masked(text, ['iban'])).toContain('4111 1111 1111 1111, 811218-9876, SE** ')
  })

  it('takes numbers without a country code from the regions of the policy', () => {
    expect(masked('612 345 678', ['phone'], ['ES'])).toBe('*** *** *78')
    expect(masked('612 345 678', ['phone'])).toBe('612 345 678')
    expect(masked('22334455', ['phone'], ['NO'])).toBe('******55')
    expect(masked('070-123 45 67', ['phone'], ['NO'])).toBe('070-123 45 67')
    expect(masked('111222333', ['national_id'], ['NL'])).toBe('*********')
  })

  it('says how many of each it found', () => {
    const text = 'bo@example.se 070-1234567 070-7654321 811218-9876'
    expect(maskPersonalData(text, { kinds }, true).found).toEqual([
      '1 e-mail address',
      '1 national identity number',
      '2 telephone numbers',
    ])
  })

  const seeds = fc.integer({ min: 0, max: 1_000_000 })
  const real = fc
    .tuple(fc.constantFrom(email, phone, nationalId, card, iban), seeds)
    .map(([make, seed]) => make(seeded(seed)))
  const scrap = fc.constantFrom(
    ...[' ', ' ', ', ', '. ', '\n', '-', '.', '+', '(', ')', '/', '*', '**', '1', '45', '067', '0', 'order ', 'tel '],
    ...[' kr', 'AB', 'SE', 'a', 'é', '@', '\u200b', '\u00a0', '７', '🧡', '\ud83e', 'Personnummer: ', 'at ', '12 34 '],
  )
  const anyText = fc.array(fc.oneof(scrap, real), { maxLength: 8 }).map((parts) => parts.join(''))

  it('lets out of a growing text only what the whole will have, however it is cut', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = masked(text)
        let before = ''
        for (let end = 0; end <= text.length; end++) {
          const now = settled(text.slice(0, end))
          expect(now.startsWith(before)).toBe(true)
          expect(whole.startsWith(now)).toBe(true)
          before = now
        }
      }),
      { numRuns: 300 },
    )
  })

  it('never lets out a number or an address in any cut, and masks what is masked no further', () => {
    const between = fc.constantFrom(', ', ' and ', '\n', ' (', '! ', ' – then ', '; ')
    fc.assert(
      fc.property(fc.array(fc.tuple(real, between), { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.map(([number, after]) => `Tel ${number}${after}`).join('')
        const whole = masked(text)
        expect(masked(whole)).toBe(whole)
        for (const [number] of parts) expect(whole).not.toContain(number)
        for (let end = 0; end <= text.length; end++) expect(whole.startsWith(settled(text.slice(0, end)))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  /** The letters and digits that may stay: of a telephone number two, or the four of a card that it could be the end of. */
  const kept = { email: 2, phone: 4, national_id: 0, card: 4, iban: 6 }
  const makers = { email, phone, national_id: nationalId, card, iban }
  const beside = (only: typeof kinds) =>
    fc
      .tuple(fc.constantFrom(...only), seeds)
      .map(([kind, seed]) => ({ kind, number: makers[kind](seeded(seed)) }))
      // Alone, a few numbers of a real plan look like something else.
      .filter(({ kind, number }) => visible(masked(number)) <= kept[kind])
  const visible = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length
  /** Numbers side by side, all of any kinds or all of one that is the only one that is masked. */
  const row = fc
    .constantFrom(kinds, kinds, ...(['national_id', 'card', 'iban'] as const).map((kind) => [kind]))
    .chain((only) =>
      fc.tuple(
        fc.constant(only),
        fc.array(beside(only), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(' ', ',', '\n', ', ', '/'),
      ),
    )

  it('masks every one of several numbers side by side, in any cut', () => {
    fc.assert(
      fc.property(row, ([only, numbers, between]) => {
        const text = numbers.map(({ number }) => number).join(between)
        const whole = masked(text, only)
        let at = 0
        for (const { kind, number } of numbers) {
          expect(visible(whole.slice(at, at + number.length)), `${number} in ${text} → ${whole}`).toBeLessThanOrEqual(
            kept[kind],
          )
          at += number.length + between.length
        }
        expect(masked(whole, only)).toBe(whole)
        for (let end = 0; end <= text.length; end++) {
          expect(whole.startsWith(maskPersonalData(text.slice(0, end), { kinds: only }, false).text)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('holds back no more than the number that may still grow', () => {
    const text =
      'We answer within 30 days of the order, or on the 3rd of June, in room 12 of building A, and always by letter.'
    for (let end = 0; end <= text.length; end++) {
      expect(settled(text.slice(0, end)).length).toBeGreaterThan(end - 45)
    }
    expect(settled('Ring 070-123 4')).toBe('Ring ')
    expect(settled('Ring 070-123 45 67 efter klockan fem')).toBe('Ring ***-*** ** 67 efter klockan ')
    expect(settled('Ring 070-123 45 67 efter klockan fem, tack')).toBe('Ring ***-*** ** 67 efter klockan fem, ')
  })

  it.each([
    '1',
    '1 ',
    '12-',
    '0701 ',
    '(0',
    '+4',
    '4111 ',
    'SE45 ',
    'AB 12 ',
    '811218-9876',
    'tel: 0',
    '070-174 06 05 ',
    '4111 1111 1111 1111 ',
    '811228-9874,',
    '7\u200b',
    'a@',
    'a.',
  ])('takes time in proportion on repetitions of %j', (unit) => {
    const short = unit.repeat(1_200 / unit.length)
    const long = unit.repeat(12_000 / unit.length)
    /** Processor time, which other processes of the machine take nothing of. */
    const time = (text: string, times: number) => {
      const started = process.cpuUsage()
      for (let i = 0; i < times; i++) for (const final of [true, false]) maskPersonalData(text, { kinds }, final)
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1_000
    }
    time(short, 2)
    // As many characters either way, in turns: what is linear takes the same time, what is quadratic ten times it.
    const ratios = Array.from({ length: 3 }, () => {
      const parts = time(short, 10)
      return time(long, 1) / (parts + 2)
    }).sort((a, b) => a - b)
    expect(ratios[1]).toBeLessThan(4)
  })
})
