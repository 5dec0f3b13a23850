import { slowdown } from '@frontdesk/language/testing'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText, real, seeds } from '../../testing/personal-data/adversarial-texts.ts'
import { seeded } from '../../testing/personal-data/random.ts'
import { card, email, iban, nationalId, phone } from '../../testing/personal-data/real-numbers.ts'
import { maskPersonalData, personalDataMask } from './mask-personal-data.ts'

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
    ['79605312N/(617) 5451469, see/(617) 5451469', '*********/(***) *****69, see/(617) 5451469'],
    ['070-123 45 67x12', '***-*** ** ***12'],
    ['345-899-3560x4587, 070-123 45 67 ext. 301', '***-***-*******87, ***-*** ** ** ***. *01'],
    ['Tel 5551234, mobil nr 1234567', 'Tel *****34, mobil nr *****67'],
    ['Tel: 545-1332, tel 22.33.44.55, order 22 33 44 55', 'Tel: ***-**32, tel **.**.**.55, order ** ** ** 55'],
    ['070.123.45.67, 46701234567, 070\t123\t45\t67', '***.***.**.67, *********67, ***\t***\t**\t67'],
    [
      'https://wa.me/46701234567 https://x.se/call/0701234567',
      'https://wa.me/*********67 https://x.se/call/********67',
    ],
    [
      'Handynummer 5551234, téléphone 5551234, puhelinnumero 5551234',
      'Handynummer *****34, téléphone *****34, puhelinnumero *****34',
    ],
    [
      '811218-T123 och 19811218-T123, personnummer 811218T123',
      '******-**** och ********-****, personnummer **********',
    ],
    ['811228-9874/bo@example.se', '******-****/b*@e*********'],
  ])('masks %s', (text, expected) => {
    expect(masked(text)).toBe(expected)
    expect(masked(expected)).toBe(expected)
  })

  it.each([
    ['_070-123 45 67_', '_***-*** ** 67_'],
    ['070-123 45 **67**', '***-*** ** **67**'],
    ['070-123 45 ****67****', '***-*** ** ****67****'],
    ['~~070~~-123 `45` 67', '~~***~~-*** `**` 67'],
    ['811218\\-9876', '******\\-****'],
    ['anna\\@example\\.com.', 'a***\\@e**********.'],
    ['anna&#64;example.com', 'a***&#64;e**********'],
    ['anna&#x40;example&period;com', 'a***&#x40;e**********'],
    ['anna&commat;f&ouml;retag.se', 'a***&commat;f*********'],
    ['&#48;&#x37;0-1234567', '***-*****67'],
    ['https://x.se/?to=anna%40example.com', 'https://x************%40e**********'],
    ['tel:070-123%2045%2067', 'tel:***-***%20**%2067'],
    ['anna<b>@</b>example.com', 'a***<b>@</b>e**********'],
    ['070<!-- 1 -->-123 45<span class="x"> 67</span>', '***<!-- 1 -->-*** **<span class="x"> 67</span>'],
    ['[070-123](x) 45 67', '[***-***](x) ** 67'],
    ['![070-123](x(y)z) 45 [67][1]', '![***-***](x(y)z) ** [67][1]'],
    // What isn't displayed is a text of its own.
    ['[Mail](mailto:bo@example.se "070-123 45 67")', '[Mail](mailto:b*@e********* "***-*** ** 67")'],
    ['<a href="tel:0701234567">us</a>', '<a href="tel:********67">us</a>'],
    ['<p title="bo@example.se">070-123 45 67</p>', '<p title="b*@e*********">***-*** ** 67</p>'],
    // Markup parts a number from the word that it stands beside.
    ['x<b>0701234567</b>y', 'x<b>********67</b>y'],
    ['IBAN**SE45 5000 0000 0583 9825 7466**', 'IBAN**SE** **** **** **** **** 7466**'],
    ['070\u115f-123 45 67', '***\u115f-*** ** 67'],
  ])('masks what a reader of the displayed text sees in %s', (text, expected) => {
    expect(masked(text)).toBe(expected)
    for (const size of [1, 2, 3]) {
      const mask = personalDataMask({ kinds })
      let grown = ''
      for (let at = 0; at < text.length; at += size) grown += mask.push(text.slice(at, at + size), false)
      expect(grown + mask.push('', true)).toBe(expected)
    }
  })

  it.each([
    'Order_0701234567_x and snake_case_name',
    '5 * 3 **bold** _it_ [1] (see) 50%20 a\\b &amp; <3',
    '**@frontdesk.com**',
    '***-*** ** 67, a********@e********** ****1111 **** ****',
    'Order **12345678** and <b>2024-01-15</b>',
  ])('leaves the markup of %s alone', (text) => {
    expect(masked(text)).toBe(text)
  })

  it.each([
    'Order 22334455 and 0701234567a1',
    'Part 811218T123 and 811318-T123, 811218-A123',
    'Size 2233445x12 and 555 1234',
    'Order number 8112189876',
    '12 500 000 kr, 22 334 455 SEK, $2125550123',
    '2024-01-15, 15.01.2024, 08.00-17.00, 2013-1993',
    '192.168.10.25 and 1.22.333.4444',
    'https://x.se/users/22334455 and 1\t22\t33\t44\t55',
    'order 46701234567 and 4006381333931',
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

  /** Ten digits with Luhn's check digit at their end. */
  const checked = (nine: string): string => {
    const sum = [...nine].reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
      return total + Math.floor(value / 10) + (value % 10)
    }, 0)
    return `${nine.slice(0, 6)}-${nine.slice(6)}${(10 - (sum % 10)) % 10}`
  }

  it.each(['811278123', '810078123', '811260123', '000229123', '811291123'])('masks the Swedish number %s', (nine) => {
    expect(masked(checked(nine), ['national_id'])).toBe('******-****')
  })

  it.each(['811218000', '811292123', '811300123', '810229123', '811232123'])(
    'leaves %s, which is not a valid number',
    (nine) => {
      expect(masked(checked(nine), ['national_id'])).toBe(checked(nine))
    },
  )

  it('masks only the kinds that a policy names: part of a card number is not a telephone number', () => {
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

  it('reports how many of each kind it found', () => {
    const text = 'bo@example.se 070-1234567 070-7654321 811218-9876'
    expect(maskPersonalData(text, { kinds }, true).found).toEqual([
      '1 e-mail address',
      '1 national identity number',
      '2 telephone numbers',
    ])
  })

  it('releases of a growing text only what the whole text will contain, however it is cut', () => {
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
      { numRuns: runs(300), examples: [['(0, x12020 7834 8451']] },
    )
  })

  it('never releases a number or an address, wherever the text is cut, and changes nothing that is already masked', () => {
    const between = fc.constantFrom(', ', ' and ', '\n', ' (', '! ', ' – then ', '; ')
    fc.assert(
      fc.property(fc.array(fc.tuple(real, between), { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.map(([number, after]) => `Tel ${number}${after}`).join('')
        const whole = masked(text)
        expect(masked(whole)).toBe(whole)
        for (const [number] of parts) expect(whole).not.toContain(number)
        for (let end = 0; end <= text.length; end++) expect(whole.startsWith(settled(text.slice(0, end)))).toBe(true)
      }),
      { numRuns: runs(300) },
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

  it('masks each of several adjacent numbers, wherever the text is cut', () => {
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
      { numRuns: runs(300) },
    )
  })

  it('masks a number or an address whatever markup stands inside of it', () => {
    const signs = fc.constantFrom('**', '*', '~~', '`', '<b>', '</b>', '<i class="x">', '<!-- -->', '\u200b', '\u00ad')
    const one = fc.constantFrom(...kinds).chain((kind) => beside([kind]))
    fc.assert(
      fc.property(
        one,
        fc.array(fc.tuple(signs, fc.nat(40)), { minLength: 1, maxLength: 4 }),
        ({ kind, number }, all) => {
          const signs = new Map(all.map(([sign, place]) => [place % number.length, sign]))
          const text = [...number].map((one, i) => (signs.get(i) ?? '') + one).join('')
          let shown = masked(text)
          for (const sign of signs.values()) if (!/^[*~`]/.test(sign)) shown = shown.replaceAll(sign, '')
          expect(visible(shown), `${text} → ${shown}`).toBeLessThanOrEqual(kept[kind])
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it.each(['\\', '](\\](\\', '\\'.repeat(30), '&', '%', '<b ', '![', '*', '****', '`'])(
    'masks what stands beside %j before the character that it marks markup with',
    (beforeMark) => {
      const text = `${beforeMark}\u2064 anna@example.com ${beforeMark}\u2064`
      const expected = text.replace('anna@example.com', 'a***@e**********')
      expect(masked(text)).toBe(expected)
      const mask = personalDataMask({ kinds })
      expect([...text].map((one) => mask.push(one, false)).join('') + mask.push('', true)).toBe(expected)
    },
  )

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
    '0 7 ',
    '0 0 1 ',
    '(1) ',
    '1 - ',
    'tel 22334455 ',
    '22 33 44 55 ',
    '(50',
    '4(0',
    '81122189776 ',
    '7а1-',
    'a@',
    'a.',
    '0**',
    '<b>0</b>',
    '[a](b ',
    '](](',
    '[0](0) ',
    '<!--',
    '&#48;',
    '%40',
    '\\@',
  ])('takes time in proportion on repetitions of %j', async (unit) => {
    const mask = (text: string) => {
      for (const final of [true, false]) maskPersonalData(text, { kinds }, final)
    }
    expect(await slowdown(unit, mask)).toBeLessThan(4)
  })
  it('takes not much longer where markup lets a number begin at each digit than where spaces do', () => {
    const time = (unit: string) => {
      const text = unit.repeat(3_000)
      const tries = Array.from({ length: 8 }, () => {
        const started = process.cpuUsage()
        maskPersonalData(text, { kinds, regions: ['SE'] }, true)
        const { user, system } = process.cpuUsage(started)
        // Their sum: which of the two it was the kernel guesses by samples, and a short time may have none.
        return user + system
      })
      return Math.min(...tries)
    }
    expect(time('1\u2064') / time('1 ')).toBeLessThan(17)
  })
})
