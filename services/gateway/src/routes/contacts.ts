import { Readable } from 'node:stream'
import {
  activityList,
  attributeField,
  type Contact,
  contact,
  contactBulk,
  contactCreate,
  contactDelete,
  contactErase,
  contactFilter,
  contactInput,
  contactList,
  contactMerge,
  contactPatch,
  contactRead,
  contactRowList,
  contactUpdate,
  conversationList,
  copilotRunList,
  feedbackRead,
  id,
  messageList,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { route } from '../route.ts'
import { csvRow } from '../write-csv.ts'

const common = { access: 'contacts', tag: 'Contacts' } as const
const contactId = z.object({ contactId: id })

const ownFields = ['id', 'name', 'email', 'phone', 'externalId', 'tags', 'createdAt', 'updatedAt'] as const
const fieldList = z
  .string()
  .max(2_000)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.every((name) => ownFields.some((own) => own === name) || attributeField.safeParse(name).success),
    { message: `of ${ownFields.join(', ')}, attributes.<name>` },
  )

function fieldOf(from: Contact, field: string): unknown {
  if (field.startsWith('attributes.')) {
    const name = field.slice('attributes.'.length).trim()
    return Object.hasOwn(from.attributes, name) ? from.attributes[name] : null
  }
  return from[field as (typeof ownFields)[number]]
}

async function* asCsv(contacts: AsyncIterable<Contact>, fields: string[]): AsyncGenerator<string> {
  yield csvRow(fields)
  for await (const each of contacts) {
    const cells = fields.map((field) => fieldOf(each, field))
    yield csvRow(cells.map((cell) => (Array.isArray(cell) ? cell.join(', ') : cell === null ? '' : String(cell))))
  }
}

async function* asJson(contacts: AsyncIterable<Contact>, fields: string[]): AsyncGenerator<string> {
  let separator = '['
  for await (const each of contacts) {
    yield separator + JSON.stringify(Object.fromEntries(fields.map((field) => [field, fieldOf(each, field)])))
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}

/** Where copies of the same words are, beside what the document shows, and for how long. An erasure takes those out too, but for the events. */
const copies = [
  { where: 'stored events', days: 7 },
  { where: 'bodies in the ledger of deliveries', days: 30 },
  { where: 'replies that are kept for an Idempotency-Key', days: 1 },
  { where: 'questions of suggestions', days: 180 },
  { where: 'requests of channel providers, as they came', days: 30 },
  { where: 'messages on their way out by a channel', days: 30 },
  { where: 'deliveries to connectors, with what the other side answered', days: 30 },
  { where: 'reports of syncs with connectors', days: 30 },
]

/** Everything that is held of a contact, as one JSON document: itself, its conversations with all in them, rows of imports. */
async function* dataOf(context: GatewayContext, own: Contact): AsyncGenerator<string> {
  yield `{"contact":${JSON.stringify(own)},"conversations":[`
  let separator = ''
  for await (const conversation of pagesOf((page) => context.ask(conversationList, { contactId: own.id, ...page }))) {
    yield `${separator}{"conversation":${JSON.stringify(conversation)},"messages":[`
    separator = ',\n'
    const about = { conversationId: conversation.id }
    yield* listed(pagesOf((page) => context.ask(messageList, { ...about, ...page })))
    yield '],"activity":['
    yield* listed(pagesOf((page) => context.ask(activityList, { ...about, ...page })))
    yield '],"copilot":['
    yield* listed(pagesOf((page) => context.ask(copilotRunList, { ...about, ...page, limit: 25 })))
    const feedback = await context.ask(feedbackRead, about)
    yield `],"feedback":${JSON.stringify(feedback.items)}}`
  }
  yield '],"imports":['
  const about = { contactId: own.id, limit: 25 }
  yield* listed(pagesOf((page) => context.ask(contactRowList, { ...page, ...about })))
  yield `],"copies":${JSON.stringify(copies)}}`
}

async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = ''
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
}

type Page<T> = { items: T[]; nextCursor: string | null }

async function* pagesOf<T>(ask: (page: { limit: number; cursor?: string }) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | null = null
  do {
    const page: Page<T> = await ask({ limit: 100, ...(cursor !== null && { cursor }) })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** The contact book. */
export const contactRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts',
    summary: 'List contacts',
    description: '`q` looks in name, e-mail, phone and external id; `email`, `phone` and `externalId` find by address.',
    query: z.strictObject(contactList.body.shape),
    status: 200,
    reply: contactList.reply,
    handle: ({ context, query }) => context.ask(contactList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/contacts',
    summary: 'Add a contact',
    description: '409 names the contact that has the e-mail address, phone number or external id already.',
    body: contactInput,
    status: 201,
    reply: contact,
    refusals: ['conflict'],
    handle: ({ context, body, operationId }) => context.ask(contactCreate, { operationId, contact: body }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/export',
    summary: 'Export contacts with chosen fields',
    description: `\`fields\` names them with commas between: ${ownFields.join(', ')}, attributes.<name>. Cells that a spreadsheet would run begin with an apostrophe.`,
    query: contactFilter.extend({
      fields: fieldList.default(['id', 'name', 'email', 'phone', 'externalId', 'tags']),
      format: z.enum(['csv', 'json']).default('csv'),
    }),
    status: 200,
    downloads: ['text/csv; charset=utf-8', 'application/json; charset=utf-8'],
    async download({ context, query: { fields, format, ...filter } }) {
      const contacts = pagesOf((page) => context.ask(contactList, { ...filter, ...page }))
      return format === 'csv'
        ? {
            contentType: 'text/csv; charset=utf-8',
            filename: 'contacts.csv',
            body: Readable.from(asCsv(contacts, fields)),
          }
        : {
            contentType: 'application/json; charset=utf-8',
            filename: 'contacts.json',
            body: Readable.from(asJson(contacts, fields)),
          }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/contacts/bulk',
    summary: 'Tag, untag or delete many contacts',
    description:
      'By `ids` or by `filter`, at most 1,000; a filter that fits more is refused. `delete` without `confirm` changes nothing and answers the list and a token that is good for 15 minutes; with the token it deletes exactly that list.',
    body: z.strictObject(contactBulk.body.omit({ operationId: true }).shape),
    status: 200,
    reply: contactBulk.reply,
    handle: ({ context, body, operationId }) => context.ask(contactBulk, { ...body, operationId }),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/contacts/merge',
    summary: 'Make two contacts one',
    description:
      '`into` keeps its own fields and takes what it lacks; conversations (of many, within seconds) and addresses of `from` become its own. 409 when one of the two is being merged or erased: then nothing has changed.',
    body: z.strictObject(contactMerge.body.shape),
    status: 200,
    reply: contact,
    refusals: ['not_found', 'conflict'],
    handle: ({ context, body }) => context.ask(contactMerge, body),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/:contactId',
    summary: 'Read a contact',
    params: contactId,
    status: 200,
    reply: contact,
    handle: ({ context, params }) => context.ask(contactRead, params),
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/contacts/:contactId',
    summary: 'Change a contact',
    description:
      'Only the fields that are sent change; null clears, but one of name, email, phone and externalId stays. Tags and attributes are replaced as a whole.',
    params: contactId,
    body: contactPatch,
    status: 200,
    reply: contact,
    refusals: ['conflict'],
    handle: ({ context, params, body }) => context.ask(contactUpdate, { ...params, patch: body }),
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/contacts/:contactId',
    summary: 'Delete a contact',
    description:
      'Its conversations stay and name nobody. To remove what it wrote too, erase it. 409 while it is being merged or erased.',
    params: contactId,
    status: 204,
    refusals: ['conflict'],
    handle: async ({ context, params }) => void (await context.ask(contactDelete, params)),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/:contactId/data',
    summary: 'Download all that is held of a contact',
    description:
      'One JSON document: `{ contact, conversations: [{ conversation, messages, activity, copilot, feedback }], imports, copies }`; `copies` says where else the same words are kept, and for how many days.',
    params: contactId,
    status: 200,
    downloads: ['application/json; charset=utf-8'],
    refusals: ['not_found'],
    async download({ context, params }) {
      const own = await context.ask(contactRead, params)
      const body = Readable.from(dataOf(context, own))
      return { contentType: 'application/json; charset=utf-8', filename: `${own.id}.json`, body }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/contacts/:contactId/erase',
    summary: 'Erase a contact and everything it said',
    description:
      'A job removes the contact, its conversations with their messages, what was written about them, and copies in ledgers and stored replies; its items say what was removed, and `lastEventExpiresAt` when the last stored event with its words is gone.',
    params: contactId,
    status: 202,
    reply: contactErase.reply,
    refusals: ['not_found'],
    handle: ({ context, params, operationId }) => context.ask(contactErase, { operationId, ...params }),
  }),
]
