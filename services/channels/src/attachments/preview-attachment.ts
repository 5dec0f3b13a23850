import { parse } from 'node:path'
import { type BodyOf, type channels, limits, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import { previewType } from '@frontdesk/pictures'
import type { ChannelsContext } from '../context.ts'
import { previewBlobIdOf } from './attachment-document.ts'
import { findAttachment } from './read-attachment.ts'

type Preview = ReplyOf<typeof channels.queries.attachmentPreview>

/** Whether a file can be a picture by the type that its sender gave, which may say nothing. */
const mayBePicture = (contentType: string): boolean =>
  contentType.startsWith('image/') || contentType === 'application/octet-stream'

/**
 * A small picture of an attachment, made when it is asked for the first time and kept as long as the attachment. Throws as
 * `findAttachment`, and `unsupported_media_type`, `damaged_document` and `document_too_complex`.
 */
export async function previewAttachment(
  asked: BodyOf<typeof channels.queries.attachmentPreview>,
  context: ChannelsContext,
): Promise<Preview> {
  const { tenant, collections, blobs, commit, state, signal } = context
  const { id, body } = await findAttachment(asked, context)
  const shown = ({ blobId, bytes }: { blobId: string; bytes: number }): Preview => ({
    ...{ id, filename: `${parse(body.filename).name}.webp`, contentType: previewType, bytes, blobId },
  })
  if (body.preview) return shown(body.preview)
  if (!mayBePicture(body.contentType)) {
    throw new ServiceError('unsupported_media_type', { detail: `There are no previews of ${body.contentType}.` })
  }
  const read = () => blobs.read(tenant, body.blobId, { maxBytes: limits.attachmentBytes })
  const picture = await state.previews.make(read, { signal })
  const preview = { blobId: previewBlobIdOf(id), bytes: picture.byteLength }
  await blobs.put(tenant, preview.blobId, picture)
  const kept = await commit(collections.attachments, id, (current) =>
    current ? { body: { ...current.body, preview } } : undefined,
  )
  // It was erased in the meantime: nothing of it stays.
  if (!kept) {
    await blobs.remove(tenant, preview.blobId)
    throw new ServiceError('not_found', { detail: 'There is no such attachment.' })
  }
  return shown(preview)
}
