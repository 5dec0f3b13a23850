import { expect, it, onTestFinished } from 'vitest'
import { failureOf, loopbackHttp, reply } from '../../testing/fakes/mail.ts'
import { startMailgunFake } from '../../testing/fakes/mailgun-fake.ts'
import { startMetaFake } from '../../testing/fakes/meta-fake.ts'
import { startPostmarkFake } from '../../testing/fakes/postmark-fake.ts'
import { sendgridKeys, startSendgridFake } from '../../testing/fakes/sendgrid-fake.ts'
import { startTwilioFake } from '../../testing/fakes/twilio-fake.ts'
import { mailgun } from './mailgun.ts'
import { meta } from './meta.ts'
import { postmark } from './postmark.ts'
import type { OutboundFile } from './provider.ts'
import { sendgrid } from './sendgrid.ts'
import { twilio } from './twilio.ts'

const content = Buffer.from([0xff, 0xd8, 0xff, 0, 13, 10, 0x80])
const file = (more: Partial<OutboundFile> = {}): OutboundFile => ({
  ...{ filename: 'bild "å".jpg', contentType: 'image/jpeg', bytes: content.length, read: async () => content },
  ...more,
})
const mail = { ...reply, files: [file(), file({ filename: 'b.txt', contentType: 'text/plain' })] }
const signal = () => AbortSignal.timeout(5_000)
const closing = <F extends { close(): Promise<void> }>(fake: F): F => {
  onTestFinished(() => fake.close())
  return fake
}

it('Postmark and SendGrid get files in base64, by name and type', async () => {
  const postmarkFake = closing(await startPostmarkFake({ serverToken: 'token-1' }))
  const secrets = { username: 'desk', password: 'pass', serverToken: 'token-1' }
  await postmark({ postmark: postmarkFake.url }).send(mail, secrets, loopbackHttp(), signal())
  expect(postmarkFake.mails()[0].Attachments).toEqual([
    { Name: 'bild "å".jpg', Content: content.toString('base64'), ContentType: 'image/jpeg' },
    { Name: 'b.txt', Content: content.toString('base64'), ContentType: 'text/plain' },
  ])
  const sendgridFake = closing(await startSendgridFake({ apiKey: 'SG.1' }))
  const given = { publicKey: sendgridKeys().publicKey, apiKey: 'SG.1' }
  const urls = { sendgrid: sendgridFake.url, sendgridEu: sendgridFake.url }
  await sendgrid(urls).send(mail, given, loopbackHttp(), signal())
  const sent = JSON.parse(sendgridFake.received[0]!.body.toString('utf8'))
  expect(sent.attachments).toMatchObject([
    { filename: 'bild "å".jpg', type: 'image/jpeg', content: content.toString('base64'), disposition: 'attachment' },
    { filename: 'b.txt', type: 'text/plain' },
  ])
})

it('Mailgun gets them as parts of a form, byte for byte', async () => {
  const fake = closing(await startMailgunFake({ apiKey: 'key-1', domain: 'mg.shop.example' }))
  const secrets = { signingKey: 'signs', apiKey: 'key-1', domain: 'mg.shop.example' }
  await mailgun({ mailgun: fake.url, mailgunEu: fake.url }).send(mail, secrets, loopbackHttp(), signal())
  expect(fake.attachments).toMatchObject([
    { contentType: 'image/jpeg', bytes: content },
    { filename: 'b.txt', contentType: 'text/plain', bytes: content },
  ])
})

it('Meta gets a file before its message; that again after a fault sends nothing twice', async () => {
  const account = { phoneNumberId: '1065', accessToken: 'token' }
  const fake = closing(await startMetaFake(account))
  const secrets = { appSecret: 'a', verifyToken: 'b', accessToken: 'token' }
  const message = { id: 'msg_1.2', from: '1065', to: '+46701234567', text: '' }
  const send = (files: OutboundFile[]) => meta(fake.url).send({ ...message, files }, secrets, loopbackHttp(), signal())
  fake.failNext('drop')
  expect(await failureOf(send([file()]))).toMatchObject({ outcome: 'again' })
  expect(fake.taken).toEqual([])
  await send([file()])
  await send([file({ filename: 'large.jpg', bytes: 6 * 1024 * 1024 })])
  expect(fake.taken).toMatchObject([{ file: { type: 'image' } }, { file: { type: 'document', filename: 'large.jpg' } }])
})

it('Twilio gets an address, and says what it lacks without one', async () => {
  const account = { accountSid: 'AC1', authToken: 'token' }
  const fake = closing(await startTwilioFake(account))
  const message = { id: 'msg_1.2', from: '+46700000001', to: '+46701234567', text: '' }
  const send = (files: OutboundFile[]) =>
    twilio('whatsapp', fake.url).send({ ...message, files }, account, loopbackHttp(), signal())
  await send([file({ url: 'https://desk.example/api/channel-media/a.b' })])
  expect(fake.taken).toMatchObject([{ text: '', mediaUrl: 'https://desk.example/api/channel-media/a.b' }])
  expect(await failureOf(send([file()]))).toMatchObject({ outcome: 'refused', code: 'not_configured' })
})
