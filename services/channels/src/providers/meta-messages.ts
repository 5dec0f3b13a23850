import { ServiceError } from '@frontdesk/contracts'
import type { Attachment, Inbound, InboundText, Receipt } from '../provider.ts'
import { filenameOf } from './filename-of.ts'
import type { MetaMessage, MetaNews, MetaStatus } from './meta-notification.ts'
import { phoneNumber } from './phone-number.ts'

/** RFC 3339 of the seconds since 1970 that Meta writes. */
function timeOf(timestamp: string | undefined): string | undefined {
  return timestamp !== undefined && /^\d{1,11}$/.test(timestamp)
    ? new Date(Number(timestamp) * 1_000).toISOString()
    : undefined
}

const lines = (...parts: (string | undefined)[]): string => parts.filter((part) => part?.trim()).join('\n')

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
          lines(name?.formatted_name, ...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)),
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
    if (file === undefined) return []
    const contentType = file.mime_type.split(';', 1)[0]!.trim()
    return [{ filename: file.filename ?? filenameOf(kind, contentType), contentType, reference: file.id }]
  })
}

/** No turn of the conversation: a thumb under a message of ours, a customer's new number, a chat that was opened. */
const silent = new Set(['reaction', 'system', 'request_welcome'])
const known = new Set([...files, 'text', 'button', 'interactive', 'location', 'contacts', 'order'])

/** The customer's number in E.164, or where Meta keeps it back their id with this business: `SE.13491208655302741918`. */
function senderOf({ from, from_user_id }: MetaMessage): string | undefined {
  const given = from ?? from_user_id
  return given !== undefined && /^\d+$/.test(given) ? phoneNumber(`+${given}`) : given
}

function messageOf(message: MetaMessage, { contacts }: MetaNews): InboundText | undefined {
  if (silent.has(message.type)) return undefined
  const from = senderOf(message)
  if (from === undefined) throw new ServiceError('invalid_request', { detail: 'A message says not who it is from.' })
  const ids = [message.from, message.from_user_id].filter((id) => id !== undefined)
  const contact = contacts.find(({ wa_id, user_id }) => ids.some((id) => id === wa_id || id === user_id))
  const name = contact?.profile?.name || contact?.profile?.username
  const sentAt = timeOf(message.timestamp)
  return {
    type: 'text',
    id: message.id,
    from,
    ...(name && { name }),
    // The customer did write, and waits: what WhatsApp keeps to itself (polls, edits, view-once) is said to be there.
    text: known.has(message.type) ? textOf(message) : '[A message that WhatsApp does not pass on]',
    attachments: attachmentsOf(message),
    ...(sentAt && { sentAt }),
  }
}

const states: Record<string, Receipt['state'] | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

function receiptOf({ id, status, timestamp, errors }: MetaStatus): Receipt | undefined {
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  if (state === undefined) return undefined
  const at = timeOf(timestamp)
  const code = state === 'failed' ? errors[0]?.code : undefined
  return { type: 'receipt', id, state, ...(code !== undefined && { code }), ...(at && { at }) }
}

/** The messages and receipts of what is new for a number, in Meta's order. */
export const inboundOf = (news: MetaNews): Inbound[] =>
  [...news.messages.map((message) => messageOf(message, news)), ...news.statuses.map(receiptOf)].filter(
    (inbound) => inbound !== undefined,
  )
