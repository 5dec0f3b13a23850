import { type BodyOf, type channels, derivedId, limits, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import type { AttachmentDocument } from './attachment-document.ts'
import { safeName } from './safe-names.ts'
import { sniffContentType } from './sniff-content-type.ts'
import { stripMetadata } from './strip-metadata.ts'

/** How long an upload waits for the message that it goes out with. */
export const uploadKeptMs = 24 * 3_600_000

type Added = ReplyOf<typeof channels.queries.attachmentAdd>

/** Takes an upload as a file to send, once for an operation. */
export async function addAttachment(
  { operationId, blobId: uploadId, filename, owner, types }: BodyOf<typeof channels.queries.attachmentAdd>,
  context: ChannelsContext,
): Promise<Added> {
  const { tenant, collections, blobs, clock, state } = context
  const id = derivedId('att', tenant, operationId)
  const shown = ({ filename, contentType, bytes, expiresAt }: AttachmentDocument): Added => ({
    ...{ id, filename, contentType, bytes },
    expiresAt: expiresAt ?? new Date(clock.now()).toISOString(),
  })
  const known = await collections.attachments.get(tenant, id)
  if (known) {
    // Whoever sends it again after a crash has uploaded it again.
    await blobs.remove(tenant, uploadId)
    return shown(known.body)
  }
  // Held whole, twice where it is a picture.
  const added = await state.uploaded(limits.attachmentBytes, async () => {
    const content = await blobs.read(tenant, uploadId, { maxBytes: limits.attachmentBytes })
    const name = safeName(filename)
    const contentType = await sniffContentType(name, content)
    if (types && !types.includes(contentType)) {
      await blobs.remove(tenant, uploadId)
      throw new ServiceError('unsupported_media_type', {
        detail: `Files of the type ${contentType} are not accepted here.`,
      })
    }
    const clean = stripMetadata(contentType, content)
    const blobId = `attachment_${id}`
    await blobs.put(tenant, blobId, clean)
    const expiresAt = new Date(clock.now() + uploadKeptMs).toISOString()
    return {
      filename: name,
      contentType,
      bytes: clean.byteLength,
      blobId,
      expiresAt,
      ...(owner !== undefined && { owner }),
    }
  })
  const { stored } = await collections.attachments.insert(tenant, id, added)
  await blobs.remove(tenant, uploadId)
  return shown(stored.body)
}
