import type { ChannelsContext } from '../context.ts'
import type { Mail } from '../email/mail.ts'
import { readMessageId } from '../email/reply-token.ts'
import { applyReceipt } from '../outbound/record-receipt.ts'

/** What of a report is looked through: the mail that it returns may be large, its headers come first. */
const lookedAt = 64 * 1024
/** More Message-IDs than this are not looked at. */
const maxIds = 200
/** What a report says of a mail that did not fail (RFC 3464, 2.3.3). */
const otherActions = new Set(['delayed', 'delivered', 'relayed', 'expanded'])
const messageIds = /<[^<>\s]{3,300}>/g

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, lookedAt)).toString('latin1')

/** The parts of a report, as texts: what machines say to machines, and the mail that came back or its headers. */
const reportParts = ({ attachments }: Mail): { contentType: string; text: string }[] =>
  attachments.flatMap((file) => ('bytes' in file ? [{ contentType: file.contentType, text: textOf(file.bytes) }] : []))

/** The message of ours that a bounce is about; undefined when it names none that we made. */
function returnedMessage(mail: Mail, keys: readonly string[]): string | undefined {
  const named = [mail.inReplyTo ?? '', ...mail.references.toReversed()]
  const quoted = [...reportParts(mail).map(({ text }) => text), mail.text.slice(0, lookedAt)]
  const ids = [...named, ...quoted.flatMap((text) => text.match(messageIds) ?? [])].slice(0, maxIds)
  for (const id of ids) {
    const ours = readMessageId(id, keys)
    if (ours !== undefined) return ours
  }
  return undefined
}

/**
 * `5.1.1` of a report (RFC 3464), or nothing. It says that the mail failed unless it says that the mail server goes on trying,
 * that the mail arrived, or that somebody complains of it (RFC 5965), which they would not of what they did not get.
 */
function statusOf(mail: Mail): { hasFailed: boolean; code: string } {
  const parts = reportParts(mail)
  const status = parts.find(({ contentType }) => contentType === 'message/delivery-status')?.text ?? ''
  const action = /^action:[ \t]*([a-z]{1,20})/im.exec(status)?.[1]?.toLowerCase()
  const code = /^status:[ \t]*([245]\.\d{1,3}\.\d{1,3})/im.exec(status)?.[1]
  const isComplaint = parts.some(({ contentType }) => contentType === 'message/feedback-report')
  const saysOtherwise = action === undefined ? isComplaint || /^[24]/.test(code ?? '') : otherActions.has(action)
  return { hasFailed: !saysOtherwise, code: code ?? '' }
}

/** A mail of ours came back: people see that it did not arrive. */
export async function receiveBounce(mail: Mail, keys: readonly string[], context: ChannelsContext): Promise<void> {
  const { hasFailed, code } = statusOf(mail)
  const messageId = hasFailed ? returnedMessage(mail, keys) : undefined
  const sent = messageId && (await context.collections.outbound.get(context.tenant, messageId))
  if (!sent) return
  const { conversationId, round } = sent.body
  const receipt = {
    type: 'receipt' as const,
    id: sent.id,
    state: 'failed' as const,
    code: code ? `bounced ${code}` : 'bounced',
  }
  await applyReceipt({ messageId: sent.id, conversationId, part: 0, round }, receipt, context)
}
