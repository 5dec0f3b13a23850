import type { ChannelsContext } from '../context.ts'
import { type AttachmentDocument, previewBlobIdOf } from './attachment-document.ts'

/** Removes the bytes of an attachment and of its preview, also of one that was made and not yet noted. */
export async function removeBlobs(
  { tenant, id, body }: { tenant: string; id: string; body: Pick<AttachmentDocument, 'blobId'> },
  { blobs }: Pick<ChannelsContext, 'blobs'>,
): Promise<void> {
  await blobs.remove(tenant, body.blobId)
  await blobs.remove(tenant, previewBlobIdOf(id))
}
