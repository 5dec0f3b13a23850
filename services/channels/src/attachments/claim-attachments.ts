import {
  type Attachment,
  type BodyOf,
  type channels,
  type Fault,
  limits,
  type Message,
  ServiceError,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { uploadKeptMs } from './add-attachment.ts'
import type { AttachmentDocument } from './attachment-document.ts'

/** An upload of theirs that no other message has, and that is not over. */
const isFree = (
  { messageId, expiresAt, owner: ownedBy }: AttachmentDocument,
  wanted: string,
  owner: string | undefined,
  now: number,
): boolean =>
  ownedBy === owner &&
  (messageId === undefined ? expiresAt !== undefined && Date.parse(expiresAt) > now : messageId === wanted)

function refuse(errors: Fault[]): void {
  if (errors.length === 0) return
  throw new ServiceError('invalid_request', { detail: `attachments: ${errors[0]!.message}`, errors })
}

/** Gives uploads to a message that is about to be written, in the order that they are asked for. */
export async function claimAttachments(
  { conversationId, messageId, ids, owner }: BodyOf<typeof channels.queries.attachmentsClaim>,
  context: ChannelsContext,
): Promise<{ attachments: Attachment[] }> {
  const { tenant, collections, clock, commit } = context
  const wanted = [...new Set(ids)]
  const found = new Map((await collections.attachments.getMany(tenant, wanted)).map((each) => [each.id, each]))
  const check = (id: string, stored: Stored<AttachmentDocument> | undefined): Fault[] =>
    stored && isFree(stored.body, messageId, owner, clock.now())
      ? []
      : [{ path: `attachments.${ids.indexOf(id)}`, message: 'There is no such unused upload, or it has expired.' }]
  refuse(wanted.flatMap((id) => check(id, found.get(id))))
  const bytes = wanted.reduce((sum, id) => sum + found.get(id)!.body.bytes, 0)
  if (bytes > limits.attachmentBytes)
    refuse([
      { path: 'attachments', message: `Together they may have at most ${limits.attachmentBytes / 1024 / 1024} MB.` },
    ])
  const expiresAt = new Date(clock.now() + uploadKeptMs).toISOString()
  try {
    for (const id of wanted) {
      await commit(collections.attachments, id, (current) => {
        refuse(check(id, current))
        if (current!.body.messageId === messageId) return undefined
        return { body: { ...current!.body, conversationId, messageId, expiresAt } }
      })
    }
  } catch (error) {
    await releaseAttachments({ messageId, ids: wanted }, context)
    throw error
  }
  return {
    attachments: wanted.map((id) => {
      const { filename, contentType, bytes } = found.get(id)!.body
      return { id, filename, contentType, bytes }
    }),
  }
}

/** Makes uploads free again whose message was not written. */
export async function releaseAttachments(
  { messageId, ids }: BodyOf<typeof channels.queries.attachmentsRelease>,
  { collections, commit }: ChannelsContext,
): Promise<void> {
  for (const id of ids) {
    await commit(collections.attachments, id, (current) => {
      if (!current || current.body.messageId !== messageId || current.body.expiresAt === undefined) return undefined
      const { messageId: _, conversationId: __, ...free } = current.body
      return { body: free }
    })
  }
}

/** The message is there: its files stay as long as its conversation. */
export async function keepAttachments(
  { id: messageId, attachments = [] }: Pick<Message, 'id' | 'attachments'>,
  { collections, commit }: ChannelsContext,
): Promise<void> {
  for (const { id } of attachments) {
    await commit(collections.attachments, id, (current) => {
      if (current?.body.messageId !== messageId || current.body.expiresAt === undefined) return undefined
      const { expiresAt: _, ...kept } = current.body
      return { body: kept }
    })
  }
}
