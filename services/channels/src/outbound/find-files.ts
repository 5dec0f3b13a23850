import { ServiceError } from '@frontdesk/contracts'
import { mediaLink } from '../attachments/media-links.ts'
import type { ChannelsContext } from '../context.ts'
import { type OutboundFile, type Provider, SendError } from '../providers/provider.ts'
import type { OutboundDocument } from './outbound-document.ts'

/** The files of a message: which, how large together, and as they leave. */
export type FilesOf = {
  kind: 'found'
  ids: string[]
  bytes: number
  of(ids: string[]): { files?: OutboundFile[] }
}
type Refused = { kind: 'refused'; code: string; detail: string }

const cannot = (code: string, detail: string): Refused => ({ kind: 'refused', code, detail })

/** Finds the files of a message, or why they can't leave by this provider. Reads none of their bytes. */
export async function findFiles(
  { attachmentIds: ids = [], kind }: Pick<OutboundDocument, 'attachmentIds' | 'kind'>,
  { name, limits: { maxFileBytes } }: Pick<Provider, 'name' | 'limits'>,
  context: ChannelsContext,
): Promise<FilesOf | Refused> {
  if (ids.length === 0) return { kind: 'found', ids, bytes: 0, of: () => ({}) }
  if (kind === 'sms') return cannot('attachments_unsupported', 'SMS messages can’t contain files.')
  const { tenant, collections, blobs } = context
  const byId = new Map((await collections.attachments.getMany(tenant, ids)).map(({ id, body }) => [id, body]))
  if (byId.size < ids.length) return cannot('attachment_missing', 'A file of the message no longer exists.')
  const bytes = ids.reduce((sum, id) => sum + byId.get(id)!.bytes, 0)
  if (maxFileBytes !== undefined && bytes > maxFileBytes) {
    const mb = Math.floor(maxFileBytes / 1024 / 1024)
    return cannot('too_large', `${name} accepts at most ${mb} MB of files with a message.`)
  }
  const fileOf = (id: string): OutboundFile => {
    const { filename, contentType, bytes, blobId } = byId.get(id)!
    const read = () => blobs.read(tenant, blobId).catch((error: unknown) => Promise.reject(unreadable(error)))
    return { filename, contentType, bytes, read, url: mediaLink(id, context) }
  }
  return { kind: 'found', ids, bytes, of: (wanted) => (wanted.length > 0 ? { files: wanted.map(fileOf) } : {}) }
}

/** Nothing has left yet. */
const unreadable = (error: unknown): SendError =>
  error instanceof ServiceError && error.code === 'not_found'
    ? new SendError('refused', 'attachment_missing', 'A file of the message no longer exists.')
    : new SendError('again', 'unavailable', 'A file of the message can not be read now.')
