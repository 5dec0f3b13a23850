import { expect, it } from 'vitest'
import { mailboxesOf } from '../providers/mail-addresses.ts'
import { composeMail } from '../providers/send-by-smtp.ts'
import { readMail } from './read-mail.ts'

const ours = { addresses: ['support@shop.example'], keys: ['key'] }
const read = (from: string) =>
  readMail({ type: 'mail', mail: { raw: Buffer.from(`From: ${from}\r\nSubject: x\r\n\r\nHello`) } }, ours)

/** The To of our answer to an address. */
async function answered(to: string): Promise<string | undefined> {
  const mail = { subject: 's', replyTo: 's@shop.example', messageId: '<1@shop.example>', references: [], headers: {} }
  const wire = await composeMail({ id: 'msg_1', from: 's@shop.example', to, text: 'Hi' }, mail)
  return /^To: (.*)\r$/m.exec(wire.toString())?.[1]
}

it.each<[string, string, string?]>([
  ['"a@b"@c.example', '"a@b"@c.example'],
  ['Anna <"a@b"@c.example>', '"a@b"@c.example'],
  ['"john smith"@c.example', '"john smith"@c.example'],
  ['"a,b"@c.example', '"a,b"@c.example'],
  ['"v1@x.example, v2@y.example"@c.example', '"v1@x.example, v2@y.example"@c.example'],
  ['"a\\"b"@c.example', '"a\\"b"@c.example'],
  ['"x: y"@c.example', '"x: y"@c.example'],
  ['"anna"@c.example', 'anna@c.example'],
  ['Anna <"anna"@c.example>', 'anna@c.example'],
  ['anna@c.example', 'anna@c.example'],
  ['"a..b."@c.example', 'a..b.@c.example', '"a..b."@c.example'],
])('%s is answered as the one mailbox that it is', async (from, address, to = address) => {
  const mail = await read(from)
  expect(mail).toMatchObject({ kind: 'message', from: { address } })
  expect(mailboxesOf([from])).toEqual([address])
  expect((await answered(address))?.replace(/^<(.*)>$/, '$1')).toBe(to)
})

it('brackets within quotes are no mailbox', async () => {
  expect((await read('"<v1@x.example>"@c.example')).from.address).toBe('')
  expect(mailboxesOf(['"<v1@x.example>"@c.example'])).toEqual([])
})

it('our own address is ours with quotes, too', async () => {
  expect((await read('<"support"@shop.example>')).kind).toBe('own')
  expect((await read('"Support"@shop.example')).kind).toBe('own')
})
