import { channels } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestMail } from '../../testing/start-test-mail.ts'
import { purgeMails } from './limit-mails.ts'

let mail: Awaited<ReturnType<typeof startTestMail>>
let channelId: string
beforeEach(async () => {
  mail = await startTestMail()
  channelId = (await mail.makeRaw()).id
})
afterEach(() => mail.channels.stop())

const queries = channels.queries
const ask = (contract: any, body: object = {}, tenant?: string) => mail.channels.ask(contract, body, tenant)
const listed = async (filter: object = {}) => (await ask(queries.filteredEmailList, { limit: 25, ...filter })).items
let count = 0
const post = (more: string[], text = 'I am away.') => {
  const id = `Message-ID: <f${++count}@example.org>`
  return mail.postRaw(['From: Anna <Anna@example.org>', `To: ${mail.address}`, id, ...more, '', text])
}
const away = ['Auto-Submitted: auto-replied', 'Subject: Away']
const original = async (of: object) => {
  const { blobId } = await ask(queries.originalEmailRead, of)
  return Buffer.from(await mail.channels.ports.blobs.read('acme', blobId)).toString()
}

it('a notice of absence is listed, restored once as a message for people, and stays downloadable', async () => {
  await post(away)
  await mail.inState('dropped', 1)
  const [filtered] = await listed()
  expect(filtered).toMatchObject({
    ...{ channelId, reason: 'auto_reply', sender: 'anna@example.org', senderName: 'Anna', subject: 'Away' },
    receivedAt: '2026-03-01T12:00:00.000Z',
  })
  expect(await original({ filteredEmailId: filtered.id })).toMatch(
    /^From: Anna <Anna@example.org>\r\n[\s\S]*I am away\.$/,
  )
  const restore = () => ask(queries.filteredEmailRestore, { filteredEmailId: filtered.id })
  const [first, second] = await Promise.all([restore(), restore()])
  expect(second).toEqual(first)
  expect(await restore()).toEqual(first)
  expect(mail.channels.taken).toMatchObject([{ message: 'I am away.', isForPeople: true, channel: 'email' }])
  const { conversationId, messageId } = first.restored
  expect(await original({ conversationId, messageId })).toContain('I am away.')
  expect(await listed()).toEqual([])
  expect(await ask(queries.filteredEmailRead, { filteredEmailId: filtered.id })).toEqual(first)
  await expect(ask(queries.filteredEmailDelete, { filteredEmailId: filtered.id })).rejects.toThrow()
})

it('what a machine may have sent becomes a message that only people answer', async () => {
  await post(['X-Auto-Response-Suppress: All', 'Subject: My order'], 'Please help me.')
  const [taken] = await mail.taken(1)
  expect(taken).toMatchObject({ message: 'Please help me.', isForPeople: true })
  await mail.inState('done', 1)
  // Also in the conversation that it goes on with, which people get with what is written there.
  await post(['Precedence: bulk', 'In-Reply-To: <f2@example.org>', 'Subject: Re: My order'], 'Any news?')
  expect((await mail.taken(2))[1]).toMatchObject({ conversationId: taken!.conversationId, isForPeople: true })
  expect(mail.channels.handedOver).toEqual([taken!.conversationId])
  expect(await listed()).toEqual([])
})

it('a list has pages and filters, and is the tenant’s own', async () => {
  for (const subject of ['one', 'two', 'three']) {
    mail.advance(1_000)
    await post(['Auto-Submitted: auto-replied', `Subject: ${subject}`])
  }
  await post(['X-Failed-Recipients: bo@example.org', 'Subject: bounce'])
  await mail.inState('dropped', 4)
  const first = await ask(queries.filteredEmailList, { limit: 2, reason: 'auto_reply' })
  expect(first.items.map(({ subject }: any) => subject)).toEqual(['three', 'two'])
  const rest = await ask(queries.filteredEmailList, { limit: 2, reason: 'auto_reply', cursor: first.nextCursor })
  expect(rest).toMatchObject({ items: [{ subject: 'one' }], nextCursor: null })
  expect(await listed({ channelId: 'chn_other' })).toEqual([])
  expect(await listed({ channelId, reason: 'bounce', senders: ['ANNA@example.org'] })).toHaveLength(1)
  expect(await listed({ senders: ['bo@example.org'] })).toEqual([])
  const filteredEmailId = first.items[0].id
  expect((await ask(queries.filteredEmailList, { limit: 25 }, 'other')).items).toEqual([])
  for (const contract of [queries.filteredEmailRead, queries.filteredEmailRestore, queries.originalEmailRead]) {
    await expect(ask(contract, { filteredEmailId }, 'other')).rejects.toMatchObject({ code: 'not_found' })
  }
  await ask(queries.filteredEmailDelete, { filteredEmailId })
  await expect(ask(queries.filteredEmailRead, { filteredEmailId })).rejects.toMatchObject({ code: 'not_found' })
})

it('a mail that comes again is listed once, also after it was deleted', async () => {
  const same = ['From: anna@example.org', `To: ${mail.address}`, 'Message-ID: <same@example.org>', ...away]
  await mail.postRaw([...same, '', 'Away'])
  await mail.inState('dropped', 1)
  await mail.postRaw(['Received: again', ...same, '', 'Away'])
  await post(away)
  await mail.inState('dropped', 2)
  expect(await listed()).toHaveLength(2)
  for (const { id } of await listed()) await ask(queries.filteredEmailDelete, { filteredEmailId: id })
  await mail.postRaw(['Received: a third time', ...same, '', 'Away'])
  await post(away)
  await mail.inState('dropped', 3)
  expect(await listed()).toHaveLength(1)
})

it('an erasure takes the filtered mails of a contact, by its address alone too, and the originals of its messages', async () => {
  await post(['Subject: Hello'], 'A question')
  const [{ conversationId } = { conversationId: '' }] = await mail.taken(1)
  await mail.inState('done', 1)
  await post(away)
  await mail.inState('dropped', 1)
  const { mails } = mail.channels.context().collections
  expect(await mails.count('acme')).toBe(2)
  const erase = (subject: object) =>
    ask(queries.copiesErase, { subject: { kind: 'contact', contactId: 'con_1', ...subject } })
  await erase({ conversationIds: [conversationId] })
  expect(await mails.count('acme')).toBe(0)
  await post(away)
  await mail.inState('dropped', 2)
  const { removed } = await erase({ conversationIds: [], emails: ['anna@example.org'] })
  expect(removed).toContainEqual({ what: 'e-mails', count: 1 })
  expect(await mails.count('acme')).toBe(0)
})

it('mails are gone after 30 days, with their bytes', async () => {
  await post(away)
  await mail.inState('dropped', 1)
  const context = mail.channels.context()
  const [stored] = (await context.collections.mails.find('acme', {})).items
  mail.advance(30 * 86_400_000)
  await purgeMails(context)
  expect(await context.collections.mails.count('acme')).toBe(1)
  mail.advance(1)
  await purgeMails(context)
  expect(await context.collections.mails.count('acme')).toBe(0)
  expect(await context.blobs.exists('acme', stored!.body.blobId)).toBe(false)
})

it('a channel keeps so many filtered mails and bytes, the newest', async () => {
  const { mails } = mail.channels.context().collections
  const body = { channelId, state: 'filtered' as const, reason: 'bounce' as const, inboundId: 'x', addresses: [] }
  const shown = { sender: '', subject: '', receivedAt: '2026-01-01T00:00:00.000Z', bytes: 100, blobId: 'none' }
  const many = Array.from({ length: 1_000 }, (_, i) => ({ id: `eml_${i}`, body: { ...body, ...shown } }))
  await mails.putMany('acme', many)
  await post(away)
  await mail.inState('dropped', 1)
  expect(await mails.count('acme')).toBe(1_000)
  expect((await listed({ limit: 1 }))[0].subject).toBe('Away')
  await mails.put('acme', 'eml_big', {
    ...body,
    ...shown,
    receivedAt: '2026-02-01T00:00:00.000Z',
    bytes: 200 * 1024 * 1024,
  })
  await post(away)
  await mail.inState('dropped', 2)
  expect(await mails.count('acme')).toBe(2)
})

it('a mail that the provider took apart can be had whole', async () => {
  await mail.channels.ask(queries.channelDelete, { channelId })
  await mail.makeMailgun()
  const headers: [string, string][] = [
    ...Object.entries({ From: 'Åsa <asa@example.org>', 'Message-Id': '<m1@example.org>', Subject: 'Frånvarande' }),
    ...Object.entries({ 'Auto-Submitted': 'auto-replied', 'Content-Type': 'text/plain' }),
  ]
  await mail.postMailgun({ sender: '', headers, text: 'Jag är borta.' })
  await mail.inState('dropped', 1)
  const [filtered] = await listed()
  const text = await original({ filteredEmailId: filtered.id })
  expect(text).toContain('Subject: Frånvarande\r\n')
  expect(text).toContain(Buffer.from('Jag är borta.').toString('base64'))
  await ask(queries.filteredEmailRestore, { filteredEmailId: filtered.id })
  expect(mail.channels.taken[0]).toMatchObject({ message: 'Jag är borta.', contact: { email: 'asa@example.org' } })
})
