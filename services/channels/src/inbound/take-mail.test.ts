import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeReplyToken, replyAddressFor } from '../email/reply-token.ts'
import { mailKeysOf } from '../mail-keys.ts'
import { startTestMail } from './start-test-mail.ts'

let mail: Awaited<ReturnType<typeof startTestMail>>
beforeEach(async () => {
  mail = await startTestMail()
})
afterEach(() => mail.channels.stop())

const tokenFor = (conversationId: string) =>
  replyAddressFor(mail.address, makeReplyToken(conversationId, mailKeysOf(mail.channels.context())[0]))
const addressOf = async (conversationId: string) =>
  (await mail.channels.context().collections.threads.get('acme', conversationId))!.body.address

it('a token of one conversation brings nobody into another one', async () => {
  await mail.makeRaw()
  const from = (who: string, to: string, more: string[], text: string) =>
    mail.postRaw([`From: ${who}@example.org`, `To: ${to}`, `Subject: About ${text}`, ...more, '', text])
  await from('anna', mail.address, ['Message-ID: <anna-1@example.org>'], 'my salary')
  const annas = (await mail.taken(1))[0]!.conversationId
  await from('mallory', mail.address, ['Message-ID: <mallory-1@example.org>'], 'something else')
  const mallorys = (await mail.taken(2))[1]!.conversationId
  await from('mallory', tokenFor(mallorys), ['In-Reply-To: <anna-1@example.org>'], 'and this')
  expect((await mail.taken(3))[2]!.conversationId).toBe(mallorys)
  await mail.inState('done', 3)
  expect(await addressOf(annas)).toBe('anna@example.org')
  // Who was sent the token of Anna's may go on with it.
  await from('bo', tokenFor(annas), ['In-Reply-To: <mallory-1@example.org>'], 'I take over')
  expect((await mail.taken(4))[3]!.conversationId).toBe(annas)
  await mail.inState('done', 4)
  expect([await addressOf(annas), await addressOf(mallorys)]).toEqual(['bo@example.org', 'mallory@example.org'])
})
