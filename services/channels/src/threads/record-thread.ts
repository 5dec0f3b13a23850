import { derivedId } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import { normaliseSubject } from '../email/thread.ts'
import type { Arrival } from '../inbound/arrival.ts'
import type { IncomingMessage, Place } from '../inbound/incoming-message.ts'
import { referencesToKeep, withMessageId } from './mail-references.ts'

/** Under what the conversation of a Message-ID is found in a channel. */
export const mailIdOf = (channelId: string, messageId: string): string => derivedId('inb', channelId, 'mail', messageId)

/** Notes what an answer to this message needs: whom it goes to, under what subject, after which mails. */
export async function recordThread(
  { address, name, mail, isInvited }: IncomingMessage & Pick<Place, 'isInvited'>,
  conversationId: string,
  { channel, receivedAt }: Arrival,
  { tenant, collections, commit }: ChannelsContext,
): Promise<void> {
  const { channelId, kind } = channel.body
  await commit(collections.threads, conversationId, (current) => {
    const before = current?.body ?? {
      conversationId,
      channelId,
      kind,
      address,
      messageIds: [],
      lastInboundAt: receivedAt,
    }
    // A colleague who was sent our mail may go on with it. Who has only seen a Message-ID somewhere gets no answers.
    const takesOver = before.address === address || (isInvited ?? false)
    // A second try of what was kept has an answer of ours behind it by now.
    const isNew = mail?.messageId && !before.messageIds.includes(mail.messageId)
    return {
      body: {
        ...before,
        channelId,
        lastInboundAt: receivedAt > before.lastInboundAt ? receivedAt : before.lastInboundAt,
        ...(takesOver && { address, ...(name && { name }) }),
        ...(mail && {
          subject: before.subject ?? mail.subject,
          subjectKey: before.subjectKey ?? normaliseSubject(mail.subject).subject,
          ...(isNew && { messageIds: withMessageId(before.messageIds, mail.messageId) }),
          ...(isNew && takesOver && { lastMessageId: mail.messageId, references: referencesToKeep(mail.references) }),
        }),
      },
    }
  })
  if (!mail?.messageId) return
  await collections.mailIds.addMany(tenant, [{ id: mailIdOf(channelId, mail.messageId), body: { conversationId } }])
}
