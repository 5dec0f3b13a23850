import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { InboundMail } from '../providers/provider.ts'
import type { Mail } from './mail.ts'
import { readMail } from './read-mail.ts'

const head = 'From: Anna <anna@mail.example>\nTo: support@shop.example\nSubject: x\nMessage-ID: <1@mail.example>\n'

const read = (source: string | Uint8Array, envelope?: InboundMail['envelope']): Promise<Mail> => {
  const raw = typeof source === 'string' ? Buffer.from(source.replaceAll('\n', '\r\n'), 'latin1') : source
  return readMail({ type: 'mail', mail: { raw }, ...(envelope && { envelope }) })
}
const part = (type: string, bytes: Uint8Array, more = ''): string =>
  `Content-Type: ${type}\n${more}Content-Transfer-Encoding: base64\n\n${Buffer.from(bytes).toString('base64')}\n`

describe('text of every encoding', () => {
  const swedish = 'Får jag ångra köpet? Öppet – 5 €'
  it.each([
    ['utf-8', swedish],
    ['iso-8859-1', 'Får jag ångra köpet?'],
    ['iso-8859-15', 'Får jag ångra köpet? 5 €'],
    ['windows-1252', swedish],
    ['macintosh', 'Får jag ångra köpet?'],
    ['cp850', 'Får jag ångra köpet?'],
    ['ibm437', 'Får jag ångra köpet?'],
    ['utf-7', swedish],
    ['utf-16', swedish],
    ['utf-16le', swedish],
    ['utf-16be', swedish],
    ['utf-32', swedish],
    ['koi8-r', 'Где моя посылка?'],
    ['windows-1251', 'Где моя посылка?'],
    ['iso-8859-7', 'Πού είναι το δέμα μου'],
    ['shift_jis', '荷物はどこですか'],
    ['euc-jp', '荷物はどこですか'],
    ['gb18030', '我的包裹在哪里'],
    ['gb2312', '我的包裹在哪里'],
    ['big5', '我的包裹在哪裡'],
    ['euc-kr', '내 소포는 어디에 있나요'],
    ['windows-1256', 'أين طردي'],
  ])('%s in base64, quoted-printable and as it is', async (charset, text) => {
    const bytes = iconv.encode(text, charset, { addBOM: charset === 'utf-16' || charset === 'utf-32' })
    const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    const lines = (quoted.join('').match(/.{1,72}/g) ?? []).join('=\n')
    const type = `${head}Content-Type: text/plain; charset="${charset}"\n`
    expect((await read(`${head}${part(`text/plain; charset=${charset}`, bytes)}`)).text.trim()).toBe(text)
    expect((await read(`${type}Content-Transfer-Encoding: Quoted-Printable\n\n${lines}\n`)).text.trim()).toBe(text)
    // What has line feeds within its characters can't be sent as it is.
    if (/utf-(?:16|32)/.test(charset)) return
    const plain = Buffer.concat([Buffer.from(`${type}Content-Transfer-Encoding: 8bit\n\n`), bytes, Buffer.from('\n')])
    expect((await read(plain)).text.trim()).toBe(text)
  })

  it('iso-2022-jp with its escapes', async () => {
    const bytes = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1')
    expect((await read(`${head}${part('text/plain; charset=iso-2022-jp', bytes)}`)).text.trim()).toBe('こんにちは')
  })

  it('UTF-7 as RFC 2152 shows it', async () => {
    const mail = await read(`${head}Content-Type: text/plain; charset=utf-7\n\nHi Mom +Jjo-! A+ImIDkQ. K+APY-p\n`)
    expect(mail.text.trim()).toBe('Hi Mom ☺! A≢Α. Köp')
  })

  it('none that is named, or one that nobody knows: UTF-8 where it is that, else Western European', async () => {
    for (const label of ['', '; charset=us-ascii', '; charset=unknown-8bit']) {
      const type = Buffer.from(`${head}Content-Type: text/plain${label}\n\n`)
      expect((await read(Buffer.concat([type, Buffer.from('köpet')]))).text).toBe('köpet\n')
      expect((await read(Buffer.concat([type, Buffer.from('köpet', 'latin1')]))).text).toBe('köpet\n')
    }
    expect((await read(Buffer.concat([Buffer.from(`${head}\n`), Buffer.from('köpet', 'latin1')]))).text).toBe('köpet\n')
  })

  it('several in one mail', async () => {
    const mail = await read(
      `${head}Content-Type: multipart/mixed; boundary=b\n\n` +
        `--b\n${part('text/plain; charset=iso-8859-1', Buffer.from('åäö', 'latin1'))}` +
        `--b\n${part('text/plain; charset=cp850', iconv.encode('ÅÄÖ', 'cp850'))}` +
        `--b\n${part('text/plain; charset=utf-8', Buffer.from('žš'))}--b--\n`,
    )
    expect(mail.text.split(/\s+/)).toEqual(['åäö', 'ÅÄÖ', 'žš'])
  })

  it('format=flowed, with spaces that go', async () => {
    const type = `${head}Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n`
    expect((await read(`${type}Jag undr \nar var mitt pak \net är.\n`.replace('är', '\xc3\xa4r'))).text).toBe(
      'Jag undrar var mitt paket är.\n',
    )
    expect((await read(`${type.replace('; delsp=yes', '')}One line \nof two.\n\n-- \nAnna\n`)).text).toBe(
      'One line of two.\n\n-- \nAnna\n',
    )
  })
})

describe('headers', () => {
  it('encoded words, in parts, of several encodings, and in what old programs write', async () => {
    const mail = await read(
      'From: =?iso-8859-1?Q?=C5sa_=D6berg=2C_inköp?= <ASA@Mail.example>\n'.replace('inköp', 'VD') +
        'Subject: =?utf-8?B?RsOlciBqYWcg?=\n =?utf-8?Q?=C3=A5ngra=3F?= =?cp850?Q?_=86?=\n' +
        'To: "Support, Shop" <support@shop.example>, Sales <sales@shop.example>\nCc: Team: a@b.example, c@d.example;\n\nx\n',
    )
    expect(mail.from).toEqual({ address: 'asa@mail.example', name: 'Åsa Öberg, VD' })
    expect(mail.subject).toBe('Får jag ångra? å')
    expect(mail.to).toEqual(['support@shop.example', 'sales@shop.example'])
    expect(mail.cc).toEqual(['a@b.example', 'c@d.example'])
    expect(mail.headers.find(([name]) => name === 'from')?.[1]).toBe('Åsa Öberg, VD <ASA@Mail.example>')
    for (const charset of ['utf8', 'latin1'] as const) {
      expect((await read(Buffer.from(`Subject: Köpet\nFrom: Åsa <a@b.example>\n\nx`, charset))).subject).toBe('Köpet')
    }
  })

  it('Message-IDs, References with In-Reply-To last, and a date', async () => {
    const mail = await read(
      'Message-ID: 1@mail.example\nIn-Reply-To: Your message of today <c@d>\nReferences: <a@b>\n <b@c>\n' +
        'Date: Fri, 20 Nov 2026 11:02:33 +0100 (CET)\nReply-To: Erik <erik@mail.example>\n\nx',
    )
    expect(mail).toMatchObject({
      messageId: '<1@mail.example>',
      inReplyTo: '<c@d>',
      references: ['<a@b>', '<b@c>', '<c@d>'],
      date: '2026-11-20T10:02:33.000Z',
      replyTo: { address: 'erik@mail.example', name: 'Erik' },
    })
  })

  it('recipients of the envelope and of the servers on the way', async () => {
    const mail = await read(`Delivered-To: support+t1@shop.example\n${head}\nx`, { to: ['Support+T2@shop.example'] })
    expect(mail.recipients).toEqual(['support+t2@shop.example', 'support@shop.example', 'support+t1@shop.example'])
  })
})

describe('parts', () => {
  it('nested multiparts, a picture in its place, an invitation, a mail and winmail.dat', async () => {
    const inner = 'From: b@c.example\nSubject: Inner\n\nAn old mail\n'
    const mail = await read(
      `${head}Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/related; boundary=r\n\n` +
        `--r\nContent-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain\n\nHello\n` +
        `--a\nContent-Type: text/html\n\n<p>Hello <img src="cid:p1"></p>\n--a\n` +
        `${part('text/calendar; method=request; charset=utf-8', Buffer.from('BEGIN:VCALENDAR'))}--a--\n` +
        `--r\n${part('image/png; name=p.png', Buffer.from([1, 2, 3]), 'Content-ID: <p1>\nContent-Disposition: inline\n')}--r--\n` +
        `--m\nContent-Type: message/rfc822\n\n${inner}` +
        `--m\n${part('application/ms-tnef; name="winmail.dat"', Buffer.from('tnef'))}` +
        `--m\n${part('application/pdf; name*0*=utf-8\'\'Kvitto%20f%C3%B6r; name*1=" order.pdf"', Buffer.from('%PDF'))}` +
        `--m\n${part('text/csv', Buffer.from('a,b'), 'Content-Disposition: attachment; filename="../../a/b.csv"\n')}--m--\n`,
    )
    expect(mail.text.trim()).toBe('Hello')
    expect(mail.html).toContain('cid:p1')
    expect(mail.attachments.map(({ filename, contentType, isInline }) => [filename, contentType, isInline])).toEqual([
      ['invitation.ics', 'text/calendar', false],
      ['p.png', 'image/png', true],
      ['message.eml', 'message/rfc822', false],
      ['winmail.dat', 'application/ms-tnef', false],
      ['Kvitto för order.pdf', 'application/pdf', false],
      ['b.csv', 'text/csv', false],
    ])
    expect(mail.attachments[1]).toMatchObject({ contentId: 'p1', bytes: new Uint8Array([1, 2, 3]) })
    const forwarded = mail.attachments[2]!
    expect('bytes' in forwarded && Buffer.from(forwarded.bytes).toString()).toContain('An old mail')
  })

  it('HTML alone becomes text', async () => {
    const mail = await read(
      `${head}Content-Type: text/html; charset=utf-8\n\n<p>Two<br>lines</p><script>x()</script>\n`,
    )
    expect(mail.text).toBe('Two\nlines')
  })

  it('fields that a provider had parsed', async () => {
    const mail = await readMail({
      type: 'mail',
      mail: {
        headers: [
          ['From', 'Åsa Öberg <asa@mail.example>'],
          ['To', 'support@shop.example'],
          ['Subject', 'Får jag ångra?'],
          ['Message-Id', '<1@mail.example>'],
          ['Auto-Submitted', 'auto-replied'],
        ],
        text: 'Ja\r\ntack\0',
        attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', reference: 'https://api/1' }],
      },
      envelope: { from: 'asa@mail.example', to: ['support@shop.example'] },
    })
    expect(mail).toMatchObject({
      from: { address: 'asa@mail.example', name: 'Åsa Öberg' },
      subject: 'Får jag ångra?',
      text: 'Ja\ntack',
      messageId: '<1@mail.example>',
      kind: 'auto_reply',
      attachments: [{ filename: 'a.pdf', reference: 'https://api/1', isInline: false }],
    })
  })
})

describe('what a header says beside its words', () => {
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  const headed = (from: string, subject = 'x') => read(`From: ${from}\nTo: s@x.example\nSubject: ${subject}\n\nhi`)

  it('keeps names and subjects on one line, without characters that turn the text around them', async () => {
    const mail = await headed(
      `${word('An\u202Ena\r\nBcc: x@y.example')} <a@b.example>`,
      word('a\r\nBcc: x\u202Egnp\n\nb'),
    )
    expect(mail.from).toEqual({ address: 'a@b.example', name: 'Anna Bcc: x@y.example' })
    expect(mail.subject).toBe('a Bcc: xgnp b')
  })

  it.each([
    '=?utf-8?Q?Boss_=3Cboss=40bank.example=3E?= <mallory@evil.example>',
    '=?utf-8?Q?boss=40bank.example=2C?= <mallory@evil.example>',
    '"Boss <boss@bank.example>" <mallory@evil.example>',
    'boss@bank.example <mallory@evil.example>',
    'mallory@evil.example (<boss@bank.example>)',
    '<@bank.example,@b.example:mallory@evil.example>',
  ])('%s comes from mallory', async (from) => expect((await headed(from)).from.address).toBe('mallory@evil.example'))
})
