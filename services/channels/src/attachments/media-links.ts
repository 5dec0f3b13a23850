import { createHmac, hkdfSync } from 'node:crypto'
import { type BodyOf, type channels, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import { equalInConstantTime } from '../providers/equal-in-constant-time.ts'

/** Providers fetch a file when they send the message, which they may put off for a while. */
const linkValidMs = 6 * 3_600_000

const keyOf = ({ config }: Pick<ChannelsContext, 'config'>): Buffer =>
  Buffer.from(hkdfSync('sha256', config.ENCRYPTION_KEY, '', 'frontdesk media links', 32))

const signatureOf = (payload: string, context: Pick<ChannelsContext, 'config'>): string =>
  createHmac('sha256', keyOf(context)).update(payload).digest('base64url')

/** A link by which a provider can fetch a file for six hours; undefined without a `PUBLIC_URL`. */
export function mediaLink(attachmentId: string, context: ChannelsContext): string | undefined {
  const { config, tenant, clock } = context
  if (!config.PUBLIC_URL) return undefined
  const payload = Buffer.from(JSON.stringify([tenant, attachmentId, clock.now() + linkValidMs])).toString('base64url')
  return `${config.PUBLIC_URL}/api/channel-media/${payload}.${signatureOf(payload, context)}`
}

const unverified = () => new ServiceError('unverified')

/** What a link leads to. Throws `unverified` for one that is not ours or over, and for a file that is gone. */
export async function readSharedAttachment(
  { token }: BodyOf<typeof channels.queries.sharedAttachmentRead>,
  context: ChannelsContext,
): Promise<ReplyOf<typeof channels.queries.sharedAttachmentRead>> {
  const [payload = '', signature = ''] = token.split('.')
  if (!equalInConstantTime(signature, signatureOf(payload, context))) throw unverified()
  const [tenant, id, until] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [string, string, number]
  const stored = until > context.clock.now() ? await context.collections.attachments.get(tenant, id) : undefined
  if (!stored) throw unverified()
  const { filename, contentType, bytes, blobId } = stored.body
  return { tenant, id, filename, contentType, bytes, blobId }
}
