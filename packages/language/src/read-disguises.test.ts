import { describe, expect, it } from 'vitest'
import { readDisguises } from './read-disguises.ts'

describe('readDisguises', () => {
  it.each([
    ['b()mb and h€r()!n', 'bomb and hero!n'],
    ['h<b>er</b>oin', 'heroin'],
    ['her<!-- x -->oin', 'heroin'],
    ['h**er**oin', 'heroin'],
    ['her[b]o[/b]in', 'heroin'],
    ['&#104;ero&#x69;n &amp; co', 'heroin & co'],
    ['&#104ero&#105n', 'heroin'],
    ['\\u0068ero\\u{69}n', 'heroin'],
    ['U+0068-ero', 'h-ero'],
    ['h%65roin', 'heroin'],
    ['h%2565roin', 'heroin'],
    ['g%C3%A5s', 'gås'],
    ['\\x68ero\\x69n', 'heroin'],
    ['get \u202enioreh\u202c now', 'get heroin now'],
    ['uᴉoɹǝɥ', 'heroin'],
    ['see aGVyb2lu', 'heroin'],
    ['see 6865726f696e', 'heroin'],
    ['see 68 65 72 6f 69 6e', 'heroin'],
    ['68;65.72/6f / 69|6e', 'heroin'],
    ['&#000000000104;ero&#x000000069n', 'heroin'],
    ['<bdo dir="rtl">nioreh</bdo>', 'heroin'],
    ['\\U00000068eroin', 'heroin'],
    ['\\68 eroin, her\\00006Fin', 'heroin, heroin'],
    ['\\150ero\\151n', 'heroin'],
    [`her<b title="${'a > b '.repeat(100)}">o</b>in`, 'heroin'],
    ['code-aGVyb2lu', 'heroin'],
  ])('reads %j as %j too', (text, reading) => {
    expect(readDisguises(text).some((each) => each.text.includes(reading))).toBe(true)
  })

  it('reads what is encoded in what is encoded', () => {
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const says = (text: string) => readDisguises(text).some((each) => each.isEncoded && each.text === 'heroin please')
    expect(says(encode('h&#101;roin please'))).toBe(true)
    expect(says(encode(encode(encode('heroin please'))))).toBe(true)
    expect(says(Buffer.from(encode('heroin please')).toString('hex'))).toBe(true)
  })

  it.each(['Where is my order 4711?', 'Kan jag få en faktura?', 'hello', 'I live in Stockholm', ''])(
    'reads %j as it stands',
    (text) => {
      expect(readDisguises(text)).toEqual([{ text, isEncoded: false }])
    },
  )

  const units = [
    '<',
    '<a',
    '&',
    '&#1',
    '%25',
    '%',
    '\\u',
    '\\x4',
    '[',
    '[a](',
    '(',
    '()',
    'aa',
    'ab ',
    'QUFB',
    '41 ',
    '\u202ea',
    'ɐ',
    '**',
    '|\\',
    '<bdo ',
    '<a "',
    '<!--',
    '\\61 ',
    '&#0',
    '41;',
    '\\',
  ]
  it.each(units)('takes time and room in proportion on repetitions of %j', (unit) => {
    const short = unit.repeat(Math.ceil(5_000 / unit.length))
    const long = short.repeat(4)
    const time = (text: string, times: number) => {
      const started = process.cpuUsage()
      for (let i = 0; i < times; i++) readDisguises(text)
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1_000
    }
    time(short, 2)
    // As many characters either way; what is quadratic takes four times as long. The best of some tries, for others run too.
    const ratios = Array.from({ length: 4 }, () => {
      const parts = time(short, 8)
      return time(long, 2) / (parts + 2)
    })
    expect(Math.min(...ratios)).toBeLessThan(3)
    const size = readDisguises(long).reduce((sum, { text }) => sum + text.length, 0)
    expect(size).toBeLessThanOrEqual(6 * long.length + 200)
  })
})
