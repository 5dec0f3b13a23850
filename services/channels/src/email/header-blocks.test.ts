import { expect, it } from 'vitest'
import { headerBlocks } from './header-blocks.ts'
import { readMail } from './read-mail.ts'

const blocksOf = (mail: string) => headerBlocks(Buffer.from(mail)).map(({ text }) => text)
const read = (mail: string) => readMail({ type: 'mail', mail: { raw: Buffer.from(mail) } })

it.each([
  ['a mail without parts', 'A: b\n\n--b\nContent-Type: text/plain\n', ['A: b\n']],
  ['headers alone', 'A: b\r\nC: d', ['A: b\r\nC: d']],
  ['a body alone', '\nA: b', ['']],
  ['nothing', '', ['']],
  [
    'parts within parts',
    'Content-Type: multipart/mixed;\n boundary="a b"\n\n--c\nN: o\n--a b \nContent-Type: multipart/x; boundary=c\n\n' +
      '--c\nE: f\n\n--d\nN: o\n--c--\nN: o\n--a b\n\nN: o\n--a b--\nN: o',
    ['Content-Type: multipart/mixed;\n boundary="a b"\n', 'Content-Type: multipart/x; boundary=c\n', 'E: f\n', ''],
  ],
  [
    'headers of parts that no empty line ends',
    'Content-Type: x/y; boundary=b\n\n--b\nA: b\n--b\nC: d\n--b--\nN: o',
    ['Content-Type: x/y; boundary=b\n', 'A: b\n', 'C: d\n'],
  ],
])('%s', (_, mail, blocks) => {
  expect(blocksOf(mail)).toEqual(blocks)
  expect(blocksOf(mail.replaceAll(/\r?\n/g, '\r\n'))).toEqual(blocks.map((each) => each.replaceAll(/\r?\n/g, '\r\n')))
})

it("nothing is changed in a customer's own words, and in a mail that they attach", async () => {
  const words = 'My program says:\nContent-Type: text/plain\nContent-Type: text/html; charset=us-ascii\n--b\nWhy?'
  expect((await read(`From: anna@mail.example\n\n${words}`)).text.trim()).toBe(words)
  const attached = 'Subject: x\nContent-Type: text/plain; charset=unknown-8bit\n\nHej\n'
  const mail = await read(
    `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${words.replace('--b\n', '')}\n` +
      `--b\nContent-Type: message/rfc822\n\n${attached}--b--\n`,
  )
  expect(mail.text.trim()).toBe(words.replace('--b\n', ''))
  const [file] = mail.attachments
  expect(file && 'bytes' in file && Buffer.from(file.bytes).toString().trim()).toBe(attached.trim())
})
