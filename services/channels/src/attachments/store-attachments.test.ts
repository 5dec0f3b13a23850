import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestChannels } from '../../testing/start-test-channels.ts'
import type { ChannelsContext } from '../context.ts'
import type { Arrival } from '../inbound/arrival.ts'
import { composeMessage, withWholeText } from '../inbound/compose-message.ts'
import { type Attachment, type Provider, SendError } from '../providers/provider.ts'
import { storeAttachments } from './store-attachments.ts'

let channels: Awaited<ReturnType<typeof startTestChannels>>
let context: ChannelsContext
let fetched: string[]
let fetchAttachment: NonNullable<Provider['fetchAttachment']>
let arrival: Arrival
beforeEach(async () => {
  channels = await startTestChannels()
  context = channels.context()
  fetched = []
  fetchAttachment = async (reference) => {
    fetched.push(reference)
    return Buffer.from(reference)
  }
  const { id } = await channels.create(
    { kind: 'email', provider: 'raw', address: 'support@example.com' },
    { secret: 'a secret' },
  )
  const channel = (await context.collections.accounts.get('acme', id))!
  const provider = {
    kind: 'email',
    name: 'raw',
    fetchAttachment: (...asked: Parameters<typeof fetchAttachment>) => fetchAttachment(...asked),
  } as unknown as Provider
  arrival = { channel, provider, requestId: 'inb_0', receivedAt: '2026-01-01T00:00:00.000Z' }
})
afterEach(() => channels.stop())

const file = (filename: string, bytes = 1): Attachment => ({
  filename,
  contentType: 'image/png',
  bytes: Buffer.alloc(bytes),
})
const keep = (files: Attachment[]) => storeAttachments({ id: 'inb_1', files }, arrival, context)

it('twenty files are kept in their order, the others are named', async () => {
  const { files, refused } = await keep(Array.from({ length: 22 }, (_, n) => file(`${n}.png`)))
  expect(files.map(({ filename }) => filename)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}.png`))
  expect(refused.map(({ filename }) => filename)).toEqual(['20.png', '21.png'])
})

it('what goes over 25 MB in all is named with its size, what still fits is kept', async () => {
  const mb = 1024 * 1024
  const { files, refused } = await keep([file('a.png', 20 * mb), file('b.png', 6 * mb), file('c.png', 5 * mb)])
  expect(files.map(({ filename }) => filename)).toEqual(['a.png', 'c.png'])
  expect(refused).toEqual([{ filename: 'b.png', why: '6 MB, over 25 MB in all' }])
  expect(composeMessage('Look', files, refused)).toBe('Look\n\n[Not kept: b.png (6 MB, over 25 MB in all)]')
})

it('a reference is fetched once, however often the message is tried', async () => {
  const files = [{ filename: 'a.png', contentType: 'image/png', reference: 'media/1' }]
  const first = await keep(files)
  expect(await keep(files)).toEqual(first)
  expect(fetched).toEqual(['media/1'])
  expect(first.files).toMatchObject([{ filename: 'a.png', bytes: 7 }])
  const stored = await context.blobs.read('acme', `attachment_${first.files[0]!.id}`)
  expect(Buffer.from(stored).toString()).toBe('media/1')
})

it('what a provider refuses for good is named; what it may have later is tried again', async () => {
  const files = [{ filename: 'a.png', contentType: 'image/png', reference: 'media/1' }]
  fetchAttachment = async () => {
    throw new SendError('refused', '404', 'gone')
  }
  expect((await keep(files)).refused).toEqual([{ filename: 'a.png', why: 'the provider refused it: 404' }])
  fetchAttachment = async () => {
    throw new SendError('again', 'rate_limited', 'later')
  }
  await expect(keep(files)).rejects.toMatchObject({ code: 'unavailable' })
})

it('names and types are ones to show, whatever they were', async () => {
  const { files } = await keep([
    { filename: '../../etc/\u202epasswd\u0000', contentType: 'text/html\r\nx: y', bytes: Buffer.from('a') },
    { filename: '', contentType: 'Image/PNG; name=a', bytes: Buffer.from('a') },
  ])
  expect(files).toMatchObject([
    { filename: 'passwd', contentType: 'application/octet-stream' },
    { filename: 'attachment', contentType: 'image/png' },
  ])
})

it('a text is never longer than a message may be, whole as a file, and never half a character', () => {
  const long = '😀'.repeat(5_000)
  const message = composeMessage(long, [], [{ filename: 'x'.repeat(300), why: 'y'.repeat(3_000) }])
  expect(message.length).toBeLessThanOrEqual(8_000)
  expect(message.isWellFormed()).toBe(true)
  expect(withWholeText(long, [])).toMatchObject([{ filename: 'message.txt', bytes: Buffer.from(long) }])
  expect(withWholeText('short', [])).toEqual([])
  expect(composeMessage(' ', [{ filename: 'a.png' }], [])).toBe('[a.png]')
  expect(composeMessage(' ', [], [])).toBe('')
})
