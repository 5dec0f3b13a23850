import { slowdown } from '@frontdesk/language/testing'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodePart } from './decode-part.ts'
import { mailLimits } from './mail-limits.ts'
import { readMail } from './read-mail.ts'
import { takeUuencoded } from './uuencoded.ts'

const head = ['From: a@b.example', 'To: s@x.example', 'Subject: S', 'MIME-Version: 1.0']
const read = (lines: string[]) =>
  readMail({ type: 'mail', mail: { raw: Buffer.from([...head, ...lines].join('\r\n'), 'latin1') } })
const mixed = (...parts: string[][]) =>
  read(['Content-Type: multipart/mixed; boundary=b1', '', ...parts.flatMap((part) => ['--b1', ...part]), '--b1--', ''])
const pdf = ['Content-Transfer-Encoding: base64', '', 'JVBERi0xLjQK']
const hi = ['Content-Type: text/plain', '', 'Hi']
const filesOf = ({ attachments }: Awaited<ReturnType<typeof read>>) =>
  attachments.map((file) => [
    file.filename,
    file.contentType,
    'bytes' in file ? Buffer.from(file.bytes).toString('latin1') : '',
  ])

describe('a file whose type breaks the rules has its name', () => {
  it.each([
    ['=?utf-8?Q?application/pdf=3B_name=3D=22bill.pdf=22?='],
    ['=?utf-8?B?YXBwbGljYXRpb24vcGRmOyBuYW1lPSJiaWxsLnBkZiI=?='],
    ['=?utf-8?Q?application/pdf?=; name="bill.pdf"'],
    ['application/pdf name="bill.pdf"'],
    ['application/pdf, name="bill.pdf"'],
    ['application/pdf\r\n\tname=bill.pdf'],
    ['"application/pdf"; name="bill.pdf"'],
    ['application/pdf; name="=?utf-8?Q?bill.pdf?="'],
    ['application/pdf;\r\n =?utf-8?Q?name=3D=22bill.pdf=22?='],
  ])('%s', async (type) => {
    expect(filesOf(await mixed(hi, [`Content-Type: ${type}`, ...pdf]))).toEqual([
      ['bill.pdf', 'application/pdf', '%PDF-1.4\n'],
    ])
  })

  it('also from its disposition, and beyond ASCII', async () => {
    const of = (value: string) => mixed(hi, ['Content-Type: application/pdf', `Content-Disposition: ${value}`, ...pdf])
    for (const value of [
      '=?utf-8?Q?attachment=3B_filename=3D=22r=C3=A4kning.pdf=22?=',
      'attachment filename="=?utf-8?Q?r=C3=A4kning.pdf?="',
    ]) {
      expect(filesOf(await of(value))[0]![0]).toBe('räkning.pdf')
    }
  })
})

const uuencoded = ['begin 644 note.txt', '%:&5L;&\\ ', '`', 'end']
describe('uuencoded files', () => {
  it.each(['x-uuencode', 'uuencode', 'X-UUE'])('are decoded where a part says %s', async (encoding) => {
    const of = (more: string[]) =>
      mixed(hi, [
        'Content-Type: application/octet-stream',
        ...more,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        ...uuencoded,
      ])
    expect(filesOf(await of(['Content-Disposition: attachment; filename=other.txt']))).toMatchObject([
      ['other.txt', 'application/octet-stream', 'hello'],
    ])
    expect(filesOf(await of([]))).toMatchObject([['note.txt', 'application/octet-stream', 'hello']])
  })

  it('are taken out of a text, several of them', async () => {
    const second = ['begin 600 my file.bin', '#``$"', '`', 'end']
    const mail = await read(['Content-Type: text/plain', '', 'See these', ...uuencoded, '', ...second, 'Bye'])
    expect(mail.text.trim().split(/\n+/)).toEqual(['See these', 'Bye'])
    expect(filesOf(mail).map(([name, , bytes]) => [name, bytes])).toEqual([
      ['note.txt', 'hello'],
      ['my file.bin', '\0\x01\x02'],
    ])
    const fields = { headers: [] as [string, string][], text: uuencoded.join('\n'), attachments: [] }
    expect(filesOf(await readMail({ type: 'mail', mail: fields }))).toMatchObject([
      ['note.txt', 'application/octet-stream', 'hello'],
    ])
  })

  it('are not seen in what people write', () => {
    for (const text of [
      'begin 644 steps\nand then walk\nend',
      'begin 644 note.txt\n%:&5L;&\\ ',
      'begin at the end\nend',
    ]) {
      expect(takeUuencoded(text)).toEqual({ text, files: [] })
    }
    const many = 'begin 644 a\n'.repeat(20_000)
    expect(takeUuencoded(many).text).toBe(many)
  })
})

describe('the encoding of a text', () => {
  it.each([
    ['Content-Type: text/plain; charset=utf-8', 'Caf\xe9 \x80 5 \x93x\x94', 'Café € 5 “x”'],
    ['Content-Type: text/plain; charset="UTF-8"', 'Caf\xe9', 'Café'],
    ['Content-Type: text/plain; charset=us-ascii', 'Caf\xe9', 'Café'],
    ['Content-Type: text/plain; charset=utf-8', 'Sm\xc3\xb6rg\xc3\xa5s', 'Smörgås'],
    ['Content-Type: text/plain; charset=utf-8', 'Sm\xc3\xb6rg\xc3\xa5s \xff och r\xc3\xa4k', 'Smörgås \ufffd och räk'],
    ['Content-Type: text/html', '<meta charset="windows-1250"><p>P\xf8\xedli\x9a</p>', 'Příliš'],
    [
      'Content-Type: text/html',
      '<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=koi8-r"><p>\xf0\xd2\xc9</p>',
      'При',
    ],
    ['Content-Type: text/html; charset=utf-8', '<meta charset=windows-1251><p>\xcf\xf0\xe8</p>', 'При'],
    ['Content-Type: text/html', '<meta charset=windows-1250><p>\xc3\xa5</p>', 'å'],
    ['Content-Type: text/html', '<p>Caf\xe9</p>', 'Café'],
    ['Content-Type: text/plain; charset=iso-8859-1', 'Sm\xc3\xb6rg\xc3\xa5s \xe2\x80\x93 5', 'Smörgås – 5'],
    ['Content-Type: text/html; charset="Windows-1252"', '<p>Sm\xc3\xb6rg\xc3\xa5s</p>', 'Smörgås'],
    ['Content-Type: text/plain; charset=iso-8859-2', 'P\xc5\x99\xc3\xadli\xc5\xa1', 'Příliš'],
    ['Content-Type: text/plain; charset=iso-8859-1', 'Caf\xe9 \xc3\xa5', 'Café Ã¥'],
    ['Content-Type: text/plain; charset=x-nonsense', 'Sm\xc3\xb6rg\xc3\xa5s', 'Smörgås'],
    [
      'Content-Type: text/plain; charset=unknown-8bit',
      '\xd0\xd2\xc9\xd7\xc5\xd4, \xcd\xcf\xca \xdc\xcc\xc5\xcb\xd4\xd2\xcf\xde\xc1\xca\xce\xc9\xcb',
      'привет, мой электрочайник',
    ],
    ['Content-Type: text/plain; charset=windows-1251', '\xcd\xb3', 'Ні'],
    ['Content-Type: text/plain; charset=iso-2022-kr', '\x1b$)C\x0eAV@|@Z\x0f 5', '주전자 5'],
    ['Content-Type: text/plain; charset=HZ-GB-2312', 'a~~ ~{K.:x~} b', 'a~ 水壶 b'],
    ['Content-Type: text', 'Caf\xc3\xa9', 'Café'],
    ['Content-Type: html', '<p>Hi</p>', 'Hi'],
    ['Content-Type: text/; charset=utf-8', 'Hi', 'Hi'],
  ])('%s: %s', async (type, body, text) => {
    expect((await read([type, '', body])).text.trim()).toBe(text)
    const quoted = body.replaceAll(/[=\x80-\xff]/g, (each) => `=${each.charCodeAt(0).toString(16).toUpperCase()}`)
    expect((await read([type, 'Content-Transfer-Encoding: quoted-printable', '', quoted])).text.trim()).toBe(text)
    const base64 = Buffer.from(body, 'latin1').toString('base64')
    expect((await mixed([type, 'Content-Transfer-Encoding: base64', '', base64])).text.trim()).toBe(text)
  })

  it('is decided for each part', async () => {
    const utf8 = 'Content-Type: text/plain; charset=utf-8'
    const { text } = await mixed([utf8, '', 'Caf\xe9'], [utf8, '', 'Sm\xc3\xb6rg\xc3\xa5s'])
    expect(text.trim().split(/\n+/)).toEqual(['Café', 'Smörgås'])
  })

  it('is the declared one where that says something', () => {
    expect(decodePart(Buffer.from('\xcf\xf0\xe8', 'latin1'), { declared: 'windows-1251' })).toEqual({
      text: 'При',
      charset: 'windows-1251',
    })
    expect(decodePart(Buffer.from('\xe9', 'latin1'), { declared: 'x-nonsense' }).text).toBe('é')
    const russian = 'Здравствуйте, когда придёт мой заказ? Номер 4711.'
    expect(decodePart(iconv.encode(russian, 'koi8-r'), { declared: 'utf-8' }).text).toBe(russian)
    expect(decodePart(iconv.encode('Привет', 'windows-1251')).text).toBe('Привет')
    const chinese = '请问我的订单什么时候发货？谢谢。'
    expect(decodePart(iconv.encode(chinese, 'gbk')).text).toBe(chinese)
    const czech = 'Dobrý den, kdy dorazí moje objednávka? Děkuji, Jiří Šťastný'
    expect(decodePart(iconv.encode(czech, 'windows-1250')).text).toBe(czech)
  })
})

describe('a mail that breaks the rules for its parts is read', () => {
  const plain = 'Content-Type: text/plain; charset=utf-8'
  it.each([
    [
      'no empty line in a part',
      'Content-Type: multipart/mixed; boundary=b1',
      '',
      '--b1',
      plain,
      'Hi there',
      '',
      '--b1--',
      '',
    ],
    [
      'another boundary',
      'Content-Type: multipart/mixed; boundary="zz"',
      '',
      '--b1',
      plain,
      '',
      'Hi there',
      '--b1--',
      '',
    ],
    ['no boundary', 'Content-Type: multipart/mixed', '', '--b1', plain, '', 'Hi there', '--b1--', ''],
    ['plain text as base64', plain, 'Content-Transfer-Encoding: base64', '', 'Hi there'],
    [
      'text of several lines as base64',
      plain,
      'Content-Transfer-Encoding: base64',
      '',
      'Hi there',
      '',
      'Hello',
      '',
      'Bye.',
    ],
    ['a type that is markup', 'Content-Type: <html>', '', 'Hi<br>there'],
    ['a type with a dot', 'Content-Type: text.plain', '', 'Hi there'],
    ['markdown', 'Content-Type: text/markdown; charset=utf-8', '', 'Hi there'],
  ])('%s', async (_, ...lines) => {
    const mail = await read(lines)
    expect(mail.text.trim().split(/\s+/).slice(0, 2).join(' ')).toBe('Hi there')
    expect(mail.text).not.toMatch(/b1|Content/)
    expect(mail.attachments).toEqual([])
  })
  it('with what a list added below base64', async () => {
    const encoded = Buffer.from('Min vattenkokare läcker.').toString('base64')
    const { text } = await read([
      plain,
      'Content-Transfer-Encoding: base64',
      '',
      encoded,
      '____',
      'list mailing list',
      '',
    ])
    expect(text.trim()).toBe('Min vattenkokare läcker.\n____\nlist mailing list')
  })
  it('with all words of a body without an empty line above it', async () => {
    expect((await read(['no empty line here', 'and more'])).text.trim()).toBe('no empty line here\nand more')
  })
})

describe('a text file that is shown within a mail is a file', () => {
  const log = [
    'Content-Type: text/plain; name="log.txt"',
    'Content-Disposition: inline; filename="log.txt"',
    '',
    'E-42',
  ]
  const kept = [['log.txt', 'text/plain', 'E-42']]
  const trimmed = (mail: Awaited<ReturnType<typeof read>>) =>
    filesOf(mail).map(([name, type, bytes]) => [name, type, bytes!.trim()])
  it.each([
    ['beside text', [hi, log]],
    ['between HTML', [['Content-Type: text/html', '', '<p>Hi</p>'], log, ['Content-Type: text/html', '', '<p></p>']]],
    ['with a name alone', [hi, [log[0]!, '', 'E-42']]],
  ])('%s', async (_, parts) => {
    const mail = await mixed(...parts)
    expect(mail.text.trim()).toBe('Hi')
    expect(trimmed(mail)).toEqual(kept)
  })
  it('within one form of the text', async () => {
    const related = ['--c1', 'Content-Type: text/html', '', '<p>Hi</p>', '--c1', ...log, '--c1--']
    const mail = await read([
      ...['Content-Type: multipart/alternative; boundary=b1', '', '--b1', ...hi, '--b1'],
      ...['Content-Type: multipart/related; boundary=c1', '', ...related, '--b1--', ''],
    ])
    expect(trimmed(mail)).toEqual(kept)
  })
  it('but a named text that is the only one, or a form of it, is the text', async () => {
    const named = ['Content-Type: text/html; name="body.html"', '', '<p>Hi <b>there</b></p>']
    expect(await mixed(named)).toMatchObject({ text: 'Hi there', attachments: [] })
    const forms = ['--b1', ...hi, '--b1', ...named, '--b1--', '']
    const mail = await read(['Content-Type: multipart/alternative; boundary=b1', '', ...forms])
    expect(mail).toMatchObject({ html: expect.stringContaining('there'), attachments: [] })
  })
})

describe('a text is read wherever it stands', () => {
  const file = ['Content-Type: application/pdf; name=a.pdf', ...pdf]
  it.each([
    ['in a part without a type', [['', 'The text']]],
    ['in one that has only an encoding', [['Content-Transfer-Encoding: base64', '', 'VGhlIHRleHQ=']]],
    ['after a file', [file, ['Content-Type: text/plain', '', 'The text']]],
    ['after a file, in a part without a type', [file, ['', 'The text']]],
    [
      'in a nameless text file',
      [file, ['Content-Type: text/plain', 'Content-Disposition: attachment', '', 'The text']],
    ],
  ])('%s', async (_, parts) => {
    expect((await mixed(...parts)).text.trim()).toBe('The text')
  })
})

describe('what is written to hold up the reader costs no more than in proportion', () => {
  it.each<[name: string, unit: string, end: string]>([
    ['spaces in quoted-printable', ' ', '=E9'],
    ['signs of equality in quoted-printable', '= ', ''],
    ['metas', '<meta ', ''],
  ])('%s', async (_, unit, end) => {
    const head = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', '']
    expect(await slowdown(unit, (text) => read([...head, text + end]), 200_000)).toBeLessThan(4)
  })
})

describe('a transfer encoding is understood however it is written', () => {
  const swedish = 'Smörgås = 5 kr, på måndag\n'
  const quoted = 'Sm=C3=B6rg=C3=A5s =3D 5 kr, p=C3=A5 m=C3=A5ndag\r\n'
  const forms = {
    'quoted-printable': quoted,
    base64: Buffer.from(swedish).toString('base64'),
    '8bit': Buffer.from(swedish).toString('latin1'),
  }
  const spellings: [keyof typeof forms, string[]][] = [
    ['8bit', ['8-bit', '8BIT', '8-Bit;', '8_bit', '7-bit', '7 bit', 'binary;', 'utf-8', '(as it is)', '']],
    [
      'base64',
      ['base-64', 'BASE64', 'Base64;', 'base_64', 'Base 64', 'b64', '"base64"', '(MIME) base64', 'base64 (all)'],
    ],
    [
      'base64',
      ['base64; charset=utf-8', '=?utf-8?Q?base64?=', '\r\n base64', '((a) b) base-64', 'x-base64', "'base64'"],
    ],
    [
      'quoted-printable',
      ['quoted_printable', 'QUOTED-PRINTABLE', 'quoted-printable;', 'quotedprintable', 'Quoted Printable'],
    ],
    [
      'quoted-printable',
      ['qp', '"quoted-printable"', 'quoted-printable (mostly)', '(c) quoted-printable', 'Quoted_Printable ;'],
    ],
  ]
  it.each(spellings.flatMap(([form, all]) => all.map((spelling) => [spelling, form] as const)))(
    '%j is %s',
    async (spelling, form) => {
      const field = `Content-Transfer-Encoding: ${spelling}`
      for (const type of ['text/plain; charset=utf-8', 'text/plain', 'text/plain; charset=windows-1252']) {
        const lines = [`Content-Type: ${type}`, field, '', forms[form]]
        expect((await read(lines)).text.trim()).toBe(swedish.trim())
        expect((await mixed(lines)).text.trim()).toBe(swedish.trim())
      }
      const file = ['Content-Type: application/octet-stream; name=a.bin', field, '', forms[form].trim()]
      expect(
        Buffer.from(filesOf(await mixed(hi, file))[0]![2]!, 'latin1')
          .toString()
          .trim(),
      ).toBe(swedish.trim())
    },
  )

  it('a large file in base64 counts as one, however that is written', async () => {
    const lines = Array.from({ length: mailLimits.plainLines + 10 }, () => 'QUFB')
    for (const spelling of ['base64', 'Base-64;', '(c) base64']) {
      const file = ['Content-Type: application/pdf; name=a.pdf', `Content-Transfer-Encoding: ${spelling}`, '', ...lines]
      expect((await mixed(hi, file)).isPartial).toBeUndefined()
    }
  })
})
