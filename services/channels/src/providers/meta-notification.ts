import { z } from 'zod'
import { readObject } from './form-pairs.ts'

/**
 * What Meta posts, as far as it says for which numbers: one notification may bring changes of several, and some that are
 * of the whole account and of no number.
 */
const notification = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.looseObject({ metadata: z.object({ phone_number_id: z.string() }).nullish() }),
        }),
      ),
    }),
  ),
})
export type MetaNotification = z.infer<typeof notification>

/** Meta puts at most 1,000 updates into a request. */
const maxChanges = 1_000

/** Counted before parsing: an unauthenticated request must not make us parse a hundred thousand. */
function hasTooMany(entries: unknown[]): boolean {
  if (entries.length > maxChanges) return true
  const changes = entries.map((entry) => (entry as { changes?: unknown[] } | null)?.changes?.length ?? 0)
  return changes.reduce((sum, count) => sum + count, 0) > maxChanges
}

/** The notification that a body is, or undefined when it is something else. */
export function readNotification(body: Uint8Array): MetaNotification | undefined {
  const entries = readObject(body)
  const fields = entries && Object.fromEntries(entries)
  if (!Array.isArray(fields?.entry) || hasTooMany(fields.entry)) return undefined
  return notification.safeParse(fields).data
}

/** The ids of the phone numbers that a notification is for, each once. */
export function numberIdsIn({ entry }: MetaNotification): string[] {
  const ids = entry.flatMap(({ changes }) => changes.map(({ value }) => value.metadata?.phone_number_id))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** A file of a message: Meta names it by an id, and answers for some minutes where it is. */
const file = z.object({
  id: z.string(),
  mime_type: z.string().nullish(),
  caption: z.string().nullish(),
  filename: z.string().nullish(),
})
const choice = z.object({ title: z.string(), description: z.string().nullish() })

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages */
const message = z.object({
  id: z.string().min(1),
  /** The customer's number, without a plus. Left out for those who go by a username and never showed it. */
  from: z.string().min(1).nullish(),
  /** The customer's id with this business, which everybody has. */
  from_user_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
  type: z.string(),
  text: z.object({ body: z.string() }).nullish(),
  image: file.nullish(),
  document: file.nullish(),
  audio: file.nullish(),
  video: file.nullish(),
  sticker: file.nullish(),
  location: z
    .object({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: z.string().nullish(),
      address: z.string().nullish(),
    })
    .nullish(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: z.string().nullish() }).nullish(),
        phones: z.array(z.object({ phone: z.string().nullish() })).nullish(),
        emails: z.array(z.object({ email: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
  button: z.object({ text: z.string() }).nullish(),
  interactive: z
    .object({
      button_reply: choice.nullish(),
      list_reply: choice.nullish(),
      nfm_reply: z.object({ body: z.string().nullish(), response_json: z.string().nullish() }).nullish(),
    })
    .nullish(),
  order: z
    .object({
      text: z.string().nullish(),
      product_items: z.array(z.object({ product_retailer_id: z.string(), quantity: z.coerce.number() })).nullish(),
    })
    .nullish(),
})
export type MetaMessage = z.infer<typeof message>

/** What every message says, whatever else Meta makes of it. */
const envelope = message.pick({ id: true, from: true, from_user_id: true, timestamp: true })
export type MetaEnvelope = z.infer<typeof envelope>

const status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: z.string().nullish(),
  errors: z.array(z.object({ code: z.coerce.string() })).nullish(),
})
export type MetaStatus = z.infer<typeof status>

const contact = z.object({
  wa_id: z.string().nullish(),
  user_id: z.string().nullish(),
  profile: z.object({ name: z.string().nullish(), username: z.string().nullish() }).nullish(),
})
const list = z.array(z.unknown()).nullish()
const news = z.object({ contacts: list, messages: list, statuses: list })

/**
 * What is new for a number. `unread`: of messages that are not as Meta documents them what says whose they are; `unknown`: what
 * is wrong with those of which not even that can be read, and with receipts.
 */
export type MetaNews = {
  contacts: z.infer<typeof contact>[]
  messages: (MetaMessage | { unread: MetaEnvelope } | { unknown: string })[]
  statuses: (MetaStatus | { unknown: string })[]
}

/** Each thing by itself: one that can't be read fails no other. */
function readNews(value: unknown): MetaNews {
  const { data, error } = news.safeParse(value)
  if (!data) return { contacts: [], messages: [{ unknown: z.prettifyError(error) }], statuses: [] }
  return {
    contacts: (data.contacts ?? []).flatMap((each) => contact.safeParse(each).data ?? []),
    messages: (data.messages ?? []).map((each) => {
      const read = message.safeParse(each)
      if (read.success) return read.data
      const unread = envelope.safeParse(each).data
      return unread ? { unread } : { unknown: z.prettifyError(read.error) }
    }),
    statuses: (data.statuses ?? []).map((each) => {
      const read = status.safeParse(each)
      return read.success ? read.data : { unknown: z.prettifyError(read.error) }
    }),
  }
}

/** What is new for the number with that id. */
export function newsFor({ entry }: MetaNotification, numberId: string): MetaNews[] {
  const changes = entry.flatMap(({ changes }) => changes)
  return changes
    .filter(({ field, value }) => field === 'messages' && value.metadata?.phone_number_id === numberId)
    .map(({ value }) => readNews(value))
}
