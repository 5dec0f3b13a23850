import { derivedId, limits, ServiceError, type Attachment as Shown } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { secretsOfChannel } from '../accounts/channel-secrets.ts'
import type { ChannelsContext } from '../context.ts'
import type { Arrival } from '../inbound/arrival.ts'
import type { IncomingMessage } from '../inbound/incoming-message.ts'
import { type Attachment, SendError } from '../providers/provider.ts'
import { safeName } from './safe-names.ts'

/** Bytes of all files of one message, and how long fetching one may take. */
const allBytes = 25 * 1024 * 1024
const fetchMs = 30_000

/** A file that is not kept, and why, for whoever reads the message. */
type Refused = { filename: string; why: string }

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/** A type as it may stand in a header, else bytes. */
const safeType = (contentType: string): string => {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(type)
    ? type
    : 'application/octet-stream'
}

/**
 * Puts the files of a message into the blob store: at most 20, 25 MB together, in their order. What is kept already is not
 * fetched again. The others are named, with the reason.
 */
export async function storeAttachments(
  { id: inboundId, files }: Pick<IncomingMessage, 'id' | 'files'>,
  arrival: Pick<Arrival, 'channel' | 'provider'>,
  context: ChannelsContext,
): Promise<{ files: Shown[]; refused: Refused[] }> {
  const { tenant, collections, blobs, clock } = context
  const kept: Shown[] = []
  const refused: Refused[] = []
  let left = allBytes
  for (const [index, file] of files.entries()) {
    const filename = safeName(file.filename)
    if (kept.length === limits.attachments) {
      refused.push({ filename, why: `more than ${limits.attachments} files` })
      continue
    }
    const id = derivedId('att', inboundId, index)
    const known = await collections.attachments.get(tenant, id)
    if (known) {
      const { contentType, bytes } = known.body
      kept.push({ id, filename: known.body.filename, contentType, bytes })
      left -= bytes
      continue
    }
    const bytes = await bytesOf(file, left, arrival, context)
    if (typeof bytes === 'string') {
      refused.push({ filename, why: bytes })
      continue
    }
    const contentType = safeType(file.contentType)
    const blobId = `attachment_${id}`
    await blobs.put(tenant, blobId, bytes)
    const shown = { filename, contentType, bytes: bytes.byteLength }
    await collections.attachments.insert(tenant, id, { ...shown, blobId, unclaimedSince: timestampOf(clock) })
    kept.push({ id, ...shown })
    left -= bytes.byteLength
  }
  return { files: kept, refused }
}

/** The bytes of a file, or why there are none. Throws `unavailable` for what may be there later. */
async function bytesOf(
  file: Attachment,
  maxBytes: number,
  { channel, provider }: Pick<Arrival, 'channel' | 'provider'>,
  context: ChannelsContext,
): Promise<Uint8Array | string> {
  if ('bytes' in file) {
    const { byteLength } = file.bytes
    return byteLength <= maxBytes ? file.bytes : `${megabytes(byteLength)}, over ${megabytes(allBytes)} in all`
  }
  if (!provider.fetchAttachment) return 'it can not be fetched'
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(fetchMs)])
  const secrets = secretsOfChannel(channel, context)
  try {
    return await provider.fetchAttachment(file.reference, secrets, context.outboundHttp, { maxBytes, signal })
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    if (error.outcome === 'refused') return `the provider refused it: ${error.code}`
    throw new ServiceError('unavailable', {
      detail: `An attachment can not be fetched now: ${error.code}.`,
      cause: error,
    })
  }
}
