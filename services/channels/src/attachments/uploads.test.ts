import { makePicture } from '@frontdesk/pictures/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestChannels } from '../../testing/start-test-channels.ts'
import type { ChannelsContext } from '../context.ts'
import { eraseCopies } from '../retention/erase-copies.ts'
import { purgeUploads } from '../retention/purge-uploads.ts'
import { addAttachment } from './add-attachment.ts'
import { claimAttachments, keepAttachments, releaseAttachments } from './claim-attachments.ts'
import { previewAttachment } from './preview-attachment.ts'
import { readAttachment } from './read-attachment.ts'

const hourMs = 3_600_000
let channels: Awaited<ReturnType<typeof startTestChannels>>
let context: ChannelsContext
let time: { now: number }
beforeEach(async () => {
  time = { now: Date.parse('2026-01-01T00:00:00.000Z') }
  channels = await startTestChannels({ clock: { now: () => time.now } })
  context = channels.context()
})
afterEach(() => channels.stop())

let count = 0
async function add(content: string | Uint8Array = 'text', filename = 'a.txt', operationId = `op_${++count}`) {
  const blobId = `upload_${operationId}`
  await context.blobs.put('acme', blobId, Buffer.from(content))
  return addAttachment({ operationId, blobId, filename }, context)
}
const idsIn = async () => (await Array.fromAsync(context.blobs.list('acme'))).map(({ id }) => id)
const conversationId = 'cnv_1'

it('an upload is one however often it is tried, and leaves no other blob', async () => {
  const first = await add('text', '../../etc/\u202epasswd', 'op_same')
  expect(first).toMatchObject({ filename: 'passwd', contentType: 'text/plain', bytes: 4 })
  expect(await add('text', 'passwd', 'op_same')).toEqual(first)
  expect(await idsIn()).toEqual([`attachment_${first.id}`])
})

it('the type is that of the content; a name only says which kind of text it is', async () => {
  const types = async (content: string | Uint8Array, filename: string) => (await add(content, filename)).contentType
  expect(await types('%PDF-1.7\n', 'a.png')).toBe('application/pdf')
  expect(await types('a,b', 'a.csv')).toBe('text/csv')
  expect(await types('<script>alert(1)</script>', 'a.png')).toBe('text/plain')
  expect(await types(Buffer.from([0, 1, 2, 0xff]), 'a.txt')).toBe('application/octet-stream')
})

it('of two messages that want an upload one gets it, whole or not at all; released it is free', async () => {
  const [one, other] = [await add(), await add()]
  const claim = (messageId: string, ids: string[]) => claimAttachments({ conversationId, messageId, ids }, context)
  await claim('msg_1', [one.id])
  expect((await claim('msg_1', [one.id])).attachments).toMatchObject([{ id: one.id, filename: 'a.txt' }])
  await expect(claim('msg_2', [other.id, one.id])).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'attachments.1' }],
  })
  await claim('msg_3', [other.id])
  await releaseAttachments({ messageId: 'msg_2', ids: [one.id] }, context)
  await expect(claim('msg_2', [one.id])).rejects.toMatchObject({ code: 'invalid_request' })
  await releaseAttachments({ messageId: 'msg_1', ids: [one.id] }, context)
  await claim('msg_2', [one.id])
  // Once the message is told of, nobody takes it back.
  await keepAttachments({ id: 'msg_2', attachments: [one] }, context)
  await releaseAttachments({ messageId: 'msg_2', ids: [one.id] }, context)
  expect(await readAttachment({ conversationId, attachmentId: one.id }, context)).toMatchObject({ id: one.id })
  // Another tenant has none of them.
  const stranger = channels.context('other')
  const stolen = claimAttachments({ conversationId, messageId: 'msg_4', ids: [other.id] }, stranger)
  await expect(stolen).rejects.toMatchObject({ code: 'invalid_request' })
})

it('files of more than 25 MB together are refused', async () => {
  const ids = [(await add(Buffer.alloc(13 * 1024 * 1024))).id, (await add(Buffer.alloc(13 * 1024 * 1024))).id]
  const claimed = claimAttachments({ conversationId, messageId: 'msg_1', ids }, context)
  await expect(claimed).rejects.toMatchObject({ errors: [{ path: 'attachments' }] })
})

it('a preview is made once, goes with its attachment, and none is left of one that was erased meanwhile', async () => {
  const picture = await add(makePicture({ width: 800, height: 400, kind: 'png' }), 'shoes.png')
  await claimAttachments({ conversationId, messageId: 'msg_1', ids: [picture.id] }, context)
  await keepAttachments({ id: 'msg_1', attachments: [picture] }, context)
  const asked = { conversationId, attachmentId: picture.id }
  const preview = await previewAttachment(asked, context)
  expect(preview).toMatchObject({ filename: 'shoes.webp', contentType: 'image/webp' })
  const bytes = await context.blobs.read('acme', preview.blobId, { maxBytes: 1_000_000 })
  expect(bytes.byteLength).toBe(preview.bytes)
  // The stored one is told of: it isn't made again of an original that nobody can read.
  await context.blobs.remove('acme', `attachment_${picture.id}`)
  expect(await previewAttachment(asked, context)).toEqual(preview)
  const subject = { kind: 'conversations' as const, conversationIds: [conversationId] }
  await eraseCopies({ subject }, context)
  expect(await idsIn()).toEqual([])

  const next = await add(makePicture({ width: 800, height: 400, kind: 'png' }), 'shoes.png')
  await claimAttachments({ conversationId, messageId: 'msg_2', ids: [next.id] }, context)
  const make: typeof context.state.previews.make = async (read, options) => {
    const made = await context.state.previews.make(read, options)
    await eraseCopies({ subject }, context)
    return made
  }
  const slow = { ...context, state: { ...context.state, previews: { ...context.state.previews, make } } }
  const late = previewAttachment({ conversationId, attachmentId: next.id }, slow)
  await expect(late).rejects.toMatchObject({ code: 'not_found' })
  expect(await idsIn()).toEqual([])
})

it('files of a message that was never told of stay, and wait while nobody can say whether it is there', async () => {
  const [written, lost] = [await add(), await add()]
  await claimAttachments({ conversationId, messageId: 'msg_1', ids: [written.id] }, context)
  await claimAttachments({ conversationId, messageId: 'msg_2', ids: [lost.id] }, context)
  channels.chat.messages.push({ id: 'msg_1', conversationId, attachments: [written] })
  time.now += 26 * hourMs
  channels.chat.isAway = true
  await expect(purgeUploads(context)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await idsIn()).toSorted()).toEqual([`attachment_${written.id}`, `attachment_${lost.id}`].toSorted())
  channels.chat.isAway = false
  await purgeUploads(context)
  expect(await idsIn()).toEqual([`attachment_${written.id}`])
  // It is the message's now: nobody asks for it again.
  channels.chat.messages.length = 0
  await purgeUploads(context)
  expect(await readAttachment({ conversationId, attachmentId: written.id }, context)).toMatchObject({ id: written.id })
})

it('after a day an upload is not taken any more and goes; one that a message has stays until it is erased', async () => {
  const [unused, used] = [await add(), await add()]
  await claimAttachments({ conversationId, messageId: 'msg_1', ids: [used.id] }, context)
  await keepAttachments({ id: 'msg_1', attachments: [used] }, context)
  time.now += 24 * hourMs
  const late = claimAttachments({ conversationId, messageId: 'msg_2', ids: [unused.id] }, context)
  await expect(late).rejects.toMatchObject({ code: 'invalid_request' })
  time.now += 2 * hourMs
  await purgeUploads(context)
  expect(await idsIn()).toEqual([`attachment_${used.id}`])
  const subject = { kind: 'conversations' as const, conversationIds: [conversationId] }
  expect((await eraseCopies({ subject }, context)).removed).toContainEqual({ what: 'attachments', count: 1 })
  expect(await idsIn()).toEqual([])
})
