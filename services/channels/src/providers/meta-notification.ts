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
          value: z.looseObject({ metadata: z.object({ phone_number_id: z.string() }).optional() }),
        }),
      ),
    }),
  ),
})
export type MetaNotification = z.infer<typeof notification>

/** Meta puts at most 1,000 updates into a request. */
const mostChanges = 1_000

/** Counted before anything is looked at: a stranger's hundred thousand would each be looked at closely. */
function hasTooMany(entries: unknown[]): boolean {
  if (entries.length > mostChanges) return true
  const changes = entries.map((entry) => (entry as { changes?: unknown[] } | null)?.changes?.length ?? 0)
  return changes.reduce((sum, count) => sum + count, 0) > mostChanges
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
  mime_type: z.string().default('application/octet-stream'),
  caption: z.string().optional(),
  filename: z.string().optional(),
})
const choice = z.object({ title: z.string(), description: z.string().optional() })

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages */
const message = z.object({
  id: z.string().min(1),
  /** The customer's number, without a plus. Left out for those who go by a username and never showed it. */
  from: z.string().min(1).optional(),
  /** The customer's id with this business, which everybody has. */
  from_user_id: z.string().min(1).optional(),
  timestamp: z.string().optional(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  image: file.optional(),
  document: file.optional(),
  audio: file.optional(),
  video: file.optional(),
  sticker: file.optional(),
  location: z
    .object({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.object({ phone: z.string().optional() })).default([]),
        emails: z.array(z.object({ email: z.string().optional() })).default([]),
      }),
    )
    .optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z
    .object({
      button_reply: choice.optional(),
      list_reply: choice.optional(),
      nfm_reply: z.object({ body: z.string().optional(), response_json: z.string().optional() }).optional(),
    })
    .optional(),
  order: z
    .object({
      text: z.string().optional(),
      product_items: z.array(z.object({ product_retailer_id: z.string(), quantity: z.coerce.number() })).default([]),
    })
    .optional(),
})
export type MetaMessage = z.infer<typeof message>

const status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: z.string().optional(),
  errors: z.array(z.object({ code: z.coerce.string() })).default([]),
})
export type MetaStatus = z.infer<typeof status>

const news = z.object({
  contacts: z
    .array(
      z.object({
        wa_id: z.string().optional(),
        user_id: z.string().optional(),
        profile: z.object({ name: z.string().optional(), username: z.string().optional() }).optional(),
      }),
    )
    .default([]),
  messages: z.array(message).default([]),
  statuses: z.array(status).default([]),
})
export type MetaNews = z.infer<typeof news>

/** What is new for the number with that id. Throws a ZodError when it is not as Meta documents it. */
export function newsFor({ entry }: MetaNotification, numberId: string): MetaNews[] {
  const changes = entry.flatMap(({ changes }) => changes)
  return changes
    .filter(({ field, value }) => field === 'messages' && value.metadata?.phone_number_id === numberId)
    .map(({ value }) => news.parse(value))
}
