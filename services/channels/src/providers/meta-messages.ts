import { filenameOf } from './filename-of.ts'
import type { MetaEnvelope, MetaMessage, MetaNews, MetaStatus } from './meta-notification.ts'
import { phoneNumber } from './phone-number.ts'
import type { Attachment, Inbound, InboundText, Receipt, Unreadable } from './provider.ts'

/** RFC 3339 of the seconds since 1970 that Meta writes. */
function timeOf(timestamp: string | null | undefined): string | undefined {
  return timestamp && /^\d{1,11}$/.test(timestamp) ? new Date(Number(timestamp) * 1_000).toISOString() : undefined
}

const lines = (...parts: (string | null | undefined)[]): string => parts.filter((part) => part?.trim()).join('\n')

/** What a customer reads in a message that is no text, as a text. */
function textOf(message: MetaMessage): string {
  const { location, contacts, interactive, order } = message
  switch (message.type) {
    case 'text':
      return message.text?.body ?? ''
    case 'button':
      return message.button?.text ?? ''
    case 'interactive': {
      const chosen = interactive?.button_reply ?? interactive?.list_reply
      if (chosen) return lines(chosen.title, chosen.description)
      return lines(interactive?.nfm_reply?.body, interactive?.nfm_reply?.response_json)
    }
    case 'location':
      return lines(location?.name, location?.address, `${location?.latitude}, ${location?.longitude}`)
    case 'contacts':
      return (contacts ?? [])
        .map(({ name, phones, emails }) =>
          lines(
            name?.formatted_name,
            ...(phones ?? []).map((each) => each.phone),
            ...(emails ?? []).map((each) => each.email),
          ),
        )
        .join('\n\n')
    case 'order':
      return lines(
        order?.text,
        ...(order?.product_items ?? []).map((item) => `${item.quantity} × ${item.product_retailer_id}`),
      )
    default:
      return message.image?.caption ?? message.video?.caption ?? message.document?.caption ?? ''
  }
}

const files = ['image', 'document', 'audio', 'video', 'sticker'] as const

function attachmentsOf(message: MetaMessage): Attachment[] {
  return files.flatMap((kind) => {
    const file = message[kind]
    if (!file) return []
    const contentType = (file.mime_type ?? 'application/octet-stream').split(';', 1)[0]!.trim()
    return [{ filename: file.filename ?? filenameOf(kind, contentType), contentType, reference: file.id }]
  })
}

/** No turn of the conversation: a thumb under a message of ours, a customer's new number, a chat that was opened. */
const silent = new Set(['reaction', 'system', 'request_welcome'])
const kinds = [...files, 'text', 'button', 'interactive', 'location', 'contacts', 'order'] as const

/** The customer did write, and waits: what WhatsApp keeps to itself (polls, edits, view-once) is said to be there. */
const notPassedOn = '[A message that WhatsApp does not pass on]'
const notReadable = '[A message that could not be read]'

/** The whole of a message as a text, with what can't be shown said to be there. */
function wordsOf(message: MetaMessage): string {
  const kind = kinds.find((each) => each === message.type)
  if (!kind) return notPassedOn
  return message[kind] ? textOf(message) : notReadable
}

/** The customer's number in E.164, or where Meta keeps it back their id with this business: `SE.13491208655302741918`. */
function senderOf({ from, from_user_id }: MetaEnvelope): string | undefined {
  const given = from ?? from_user_id ?? undefined
  return given !== undefined && /^\d+$/.test(given) ? phoneNumber(`+${given}`) : given
}

function messageOf(
  message: MetaNews['messages'][number],
  { contacts }: MetaNews,
): InboundText | Unreadable | undefined {
  if ('unknown' in message) return { type: 'unreadable', why: message.unknown }
  const envelope = 'unread' in message ? message.unread : message
  const said =
    'unread' in message
      ? { text: notReadable, attachments: [] }
      : { text: wordsOf(message), attachments: attachmentsOf(message) }
  if ('type' in message && silent.has(message.type)) return undefined
  const from = senderOf(envelope)
  if (from === undefined)
    return { type: 'unreadable', id: envelope.id, why: `The message ${envelope.id} has no sender.` }
  const ids = [envelope.from, envelope.from_user_id].filter(Boolean)
  const contact = contacts.find(({ wa_id, user_id }) => ids.some((id) => id === wa_id || id === user_id))
  const name = contact?.profile?.name || contact?.profile?.username
  const sentAt = timeOf(envelope.timestamp)
  return { type: 'text', id: envelope.id, from, ...(name && { name }), ...said, ...(sentAt && { sentAt }) }
}

const states: Record<string, Receipt['state'] | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

function receiptOf(told: MetaStatus | { unknown: string }): Receipt | Unreadable | undefined {
  if ('unknown' in told) return { type: 'unreadable', why: told.unknown }
  const { id, status, timestamp, errors } = told
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  if (state === undefined) return undefined
  const at = timeOf(timestamp)
  const code = state === 'failed' ? errors?.[0]?.code : undefined
  return { type: 'receipt', id, state, ...(code !== undefined && { code }), ...(at && { at }) }
}

/** The messages and receipts of what is new for a number, in Meta's order. */
export const inboundOf = (news: MetaNews): Inbound[] =>
  [...news.messages.map((message) => messageOf(message, news)), ...news.statuses.map(receiptOf)].filter(
    (inbound) => inbound !== undefined,
  )
