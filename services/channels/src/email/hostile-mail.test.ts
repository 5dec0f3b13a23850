import { describe, expect, it } from 'vitest'
import { readMail } from './read-mail.ts'
import { stripReply } from './strip-reply.ts'

const head =
  'From: Anna <anna@mail.example>\r\nTo: support@shop.example\r\nSubject: Re: x\r\nMessage-ID: <1@mail.example>\r\n'
const html = `${head}Content-Type: text/html\r\n\r\n`
const plain = `${head}\r\n`
const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')

const read = async (source: string | Uint8Array) => {
  const raw = typeof source === 'string' ? Buffer.from(source, 'latin1') : source
  const mail = await readMail({ type: 'mail', mail: { raw } })
  return { mail, stripped: stripReply(mail) }
}

describe('a broken mail is read as far as it goes', () => {
  it.each([
    ['nothing', '', ''],
    ['headers alone', head, ''],
    ['a body alone', '\r\nhej', 'hej'],
    ['no end of the last part', `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhej`, 'hej'],
    ['parts without a boundary', `${head}Content-Type: multipart/mixed\r\n\r\nhej`, 'hej'],
    ['a boundary that does not come', `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\nhej`, 'hej'],
    ['line ends of old Macintoshes', `${plain}hej\r\ndu`.replaceAll('\r\n', '\r'), 'hej\ndu'],
    ['line ends of Unix', `${plain}hej\r\ndu`.replaceAll('\r\n', '\n'), 'hej\ndu'],
    ['control characters', `${plain}h\0e\x07j\x1b`, 'hej'],
    ['base64 that is none', `${head}Content-Transfer-Encoding: base64\r\n\r\naGVq!!!`, 'hej'],
    ['an encoding that is none', `${head}Content-Transfer-Encoding: x-uuencode\r\n\r\nhej`, 'hej'],
    ['a header without a name', `${head}: x\r\nnonsense\r\n\r\nhej`, 'hej'],
    ['half a surrogate pair', `${head}Content-Type: text/html\r\n\r\nhej&#xD83D;`, 'hej\ufffd'],
  ])('%s', async (_, source, text) => {
    const { mail, stripped } = await read(source)
    expect(stripped.text.trim()).toBe(text)
    expect(JSON.stringify(mail)).not.toContain('\\u0000')
  })
})

describe('a mail beyond the limits is kept whole, with its headers read', () => {
  it.each([
    ['a header of 1 MB', `${head}X-A: ${'a'.repeat(1 << 20)}\r\n\r\nhej`],
    ['1,000 parts within one another', `${head}${nested(1_000)}\r\nhej`],
    ['lines without end', `${plain}${'\n'.repeat(1 << 20)}`],
    ['short lines', `${plain}${'a\n'.repeat(100_000)}`],
    ['parts without end', `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(30_000)}`],
    [
      'encoded parts',
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'.repeat(2_500)}`,
    ],
    ['37 MB', Buffer.concat([Buffer.from(plain), Buffer.alloc(37 << 20, 97)])],
  ])('%s', async (_, source) => {
    const { mail } = await read(source)
    expect(mail).toMatchObject({
      isPartial: true,
      from: { address: 'anna@mail.example' },
      text: '',
      messageId: '<1@mail.example>',
    })
    expect(mail.attachments).toHaveLength(1)
    const [whole] = mail.attachments
    expect(whole && 'bytes' in whole && whole.bytes.length).toBe(source.length)
  })

  it('files of 25 MB are within them', async () => {
    const lines = `${'A'.repeat(76)}\r\n`.repeat(Math.ceil((25 << 20) / 57))
    const { mail } = await read(
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhej\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\n` +
        `Content-Transfer-Encoding: base64\r\n\r\n${lines}--b--\r\n`,
    )
    expect(mail.isPartial).toBeUndefined()
    expect(mail.text.trim()).toBe('hej')
    const [file] = mail.attachments
    expect(file && 'bytes' in file && file.bytes.length).toBeGreaterThanOrEqual(25 << 20)
  })
})

/** Mails that are made to cost more than their length: each grows with `size`. */
const hostile: [string, (size: number) => string][] = [
  ['elements within elements', (size) => html + '<div>'.repeat(size)],
  ['quotes within quotes', (size) => html + '<blockquote type=cite>a'.repeat(size)],
  ['ends without beginnings', (size) => html + '<b>'.repeat(500) + '</i>'.repeat(size)],
  ['beginnings of tags', (size) => html + '<'.repeat(size * 4)],
  ['beginnings of comments', (size) => html + '<!--'.repeat(size)],
  ['attributes', (size) => `${html}<p ${Array.from({ length: size }, (_, i) => `a${i}=1`).join(' ')}>x`],
  ['links in one line', (size) => html + '<a href=http://x.y/z>q</a> '.repeat(size / 4)],
  ['cells of one row', (size) => html + '<td>a</td>'.repeat(size / 2)],
  ['blocks that are set in', (size) => html + 'On 1 wrote:<blockquote>x</blockquote>'.repeat(size / 4)],
  ['lines before quotes', (size) => html + '<div class=gmail_attr>On 1 a@b wrote</div>'.repeat(size / 4)],
  ['encoded words', (size) => `Subject: ${'=?utf-8?Q?a?= '.repeat(size / 4)}\r\n${plain}`],
  ['addresses', (size) => `To: ${'<a@b.c'.repeat(size / 2)}\r\n${plain}`],
  ['groups of addresses', (size) => `To: ${'a:'.repeat(size / 2)}\r\n${plain}`],
  ['declarations of encodings', (size) => plain + 'Content-Type: text/plain; charset='.repeat(size)],
  ['declarations in headers', (size) => `${head}Content-Type: text/plain; ${'charset='.repeat(size)}\r\n\r\nx`],
  ['boundaries', (size) => `${head}Content-Type: x/y; ${'boundary="'.repeat(size)}\r\n\r\n${'--"\n'.repeat(size / 8)}`],
  ['spaces', (size) => `${plain}Mvh${' '.repeat(size * 4)}x`],
  ['commas', (size) => `${plain}Mvh${','.repeat(size * 4)}x`],
  ['signs of quotes', (size) => plain + '> '.repeat(size * 2)],
  ['dashes', (size) => plain + '-'.repeat(size * 4)],
  ['lines that begin like a quote', (size) => plain + 'On 1 a@b wrote\n'.repeat(size / 4)],
  ['lines that begin like headers', (size) => plain + 'From: a\nTo: b\n\n'.repeat(size / 8)],
  ['lines that begin like a signature', (size) => plain + 'Mvh\nAnna\n'.repeat(size / 8)],
  ['answers between quotes', (size) => plain + '> a\nb\n'.repeat(size / 8)],
  ['brackets in a subject', (size) => `Subject: ${'[a] '.repeat(size / 4)}\r\n${plain}`],
]

it.each(hostile)('%s cost no more than in proportion', async (_, make) => {
  /** Milliseconds of this thread alone, for others use the machine as well; the best of two. */
  const timeOf = async (size: number): Promise<number> => {
    const source = make(size)
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 2; round++) {
      const started = process.threadCpuUsage()
      await read(source)
      best = Math.min(best, process.threadCpuUsage(started).user / 1_000)
    }
    return best
  }
  const small = 8_000
  await timeOf(small)
  const [one, eight] = [await timeOf(small), await timeOf(small * 8)]
  // In proportion it is eight times as long, with the square sixty-four times; some milliseconds are noise.
  expect(eight).toBeLessThan(32 * Math.max(one, 3))
})
