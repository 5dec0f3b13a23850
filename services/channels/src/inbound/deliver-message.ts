import {
  type ChannelKind,
  chat,
  contactDetails,
  newConversationId,
  oneLineName,
  questionIdFor,
  ServiceError,
  type Attachment as Shown,
  without,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { storeAttachments } from '../attachments/store-attachments.ts'
import type { ChannelsContext } from '../context.ts'
import { recordThread } from '../threads/record-thread.ts'
import type { Arrival } from './arrival.ts'
import { composeMessage, withWholeText } from './compose-message.ts'
import { countDropped } from './count-requests.ts'
import type { InboundDocument } from './inbound-document.ts'
import type { IncomingMessage, Place } from './incoming-message.ts'

/** The message that something became. */
type Delivered = { conversationId: string; messageId: string }

const deliveredOf = ({ conversationId, messageId }: InboundDocument): Delivered | undefined =>
  conversationId !== undefined && messageId !== undefined ? { conversationId, messageId } : undefined

/**
 * Brings a message to chat, once. Where it belongs is written down before chat is asked, and the operation derives from
 * the message, so a second try after a crash asks for the same and finds it done.
 * Undefined for what is empty.
 */
export async function deliverMessage(
  incoming: IncomingMessage,
  findPlace: () => Promise<Place>,
  arrival: Arrival,
  context: ChannelsContext,
): Promise<Delivered | undefined> {
  const { tenant, collections, clock } = context
  const known = await collections.inbound.get(tenant, incoming.id)
  if (known && known.body.state !== 'decided') return deliveredOf(known.body)
  let decided: InboundDocument = known?.body ?? {
    channelId: arrival.channel.id,
    requestId: arrival.requestId,
    state: 'decided',
    ...(await findPlace()),
    at: timestampOf(clock),
  }
  if (!known) await collections.inbound.insert(tenant, incoming.id, decided)

  const { files, refused } = await storeAttachments(
    { id: incoming.id, files: withWholeText(incoming.text, incoming.files) },
    arrival,
    context,
  )
  const message = composeMessage(incoming.text, files, refused)
  if (message === '') {
    await collections.inbound.put(tenant, incoming.id, { ...decided, state: 'dropped', dropped: 'empty' })
    countDropped({ channel: arrival.channel.id, reason: 'empty' }, context)
    return undefined
  }
  if (decided.forPeople && decided.conversationId) await leaveToPeople(decided.conversationId, incoming.id, context)
  try {
    return await goOn(decided.conversationId)
  } catch (error) {
    const isGone = error instanceof ServiceError && error.code === 'not_found' && decided.conversationId !== undefined
    if (!isGone) throw error
    // Its conversation was erased meanwhile: it begins another.
    decided = without(decided, 'conversationId', 'isInvited')
    await collections.inbound.put(tenant, incoming.id, decided)
    return goOn(undefined)
  }

  async function goOn(into: string | undefined): Promise<Delivered> {
    // Before the message is there for everybody to see, and to ask for its files.
    await bindFiles(into ?? newConversationId(tenant, incoming.id))
    const asked = await ask({ ...incoming, message, files, into, isForPeople: decided.forPeople }, arrival, context)
    await bindFiles(asked.conversationId, true)
    await recordThread({ ...incoming, isInvited: decided.isInvited }, asked.conversationId, arrival, context)
    await collections.inbound.put(tenant, incoming.id, { ...decided, ...asked, state: 'done' })
    return asked
  }

  /** Makes the files readable with the conversation; for good once chat has taken their message. */
  async function bindFiles(conversationId: string, isTaken = false): Promise<void> {
    for (const { id } of files) {
      await context.commit(collections.attachments, id, (current) => {
        if (!current) return undefined
        const file = isTaken ? without(current.body, 'unclaimedSince') : current.body
        return { body: { ...file, conversationId } }
      })
    }
  }
}

type Asked = Pick<IncomingMessage, 'id' | 'address' | 'name' | 'mail'> & {
  message: string
  files: Shown[]
  into: string | undefined
  isForPeople: true | undefined
}

/**
 * What of an address says who the contact is. WhatsApp has customers who keep their number to themselves and are known by an
 * id (`SE.13491208655302741918`); a sender's name in letters, which SMS can have, is anybody's.
 */
function identityOf(kind: ChannelKind, address: string): { email?: string; phone?: string; externalId?: string } {
  if (kind === 'email') return { email: address }
  if (/^\+?\d+$/.test(address)) return { phone: address }
  return kind === 'whatsapp' ? { externalId: address } : {}
}

/** Asks chat to take the message. The turn is chat's from then on: its answer comes as an event. */
async function ask(
  { id, address, name, mail, message, files, into, isForPeople }: Asked,
  { channel }: Arrival,
  context: ChannelsContext,
): Promise<Delivered> {
  const { kind } = channel.body
  const shown = oneLineName(name ?? '').slice(0, 200) || undefined
  const contact = contactDetails.safeParse({ ...identityOf(kind, address), name: shown })
  const subject = mail?.subject.trim().slice(0, 500)
  const parts = context.open(chat.streams.messageAnswer, {
    operationId: id,
    message,
    channel: kind,
    unread: true,
    ...(isForPeople && { isForPeople }),
    ...(into ? { conversationId: into } : subject && { subject }),
    ...(contact.success && Object.values(contact.data).some(Boolean) && { contact: contact.data }),
    ...(files.length > 0 && { attachments: files }),
  })
  for await (const part of parts) {
    if (part.type === 'start') return { conversationId: part.conversationId, messageId: questionIdFor(part.messageId) }
  }
  throw new ServiceError('stream_broken')
}

/** A machine seems to write: people see it, and nothing answers it. */
async function leaveToPeople(conversationId: string, operationId: string, context: ChannelsContext): Promise<void> {
  try {
    const actor = { kind: 'system' } as const
    await context.ask(chat.queries.conversationHandOver, {
      operationId,
      conversationId,
      reason: 'too many mails',
      actor,
    })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
  }
}
