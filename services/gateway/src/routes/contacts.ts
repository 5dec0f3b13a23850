import { Readable } from 'node:stream'
import {
  attributeField,
  type Contact,
  channels,
  chat,
  contact,
  contactFilter,
  contactInput,
  contactPatch,
  contacts as contactsContracts,
  copilot,
  id,
} from '@frontdesk/contracts'
import { writeCsv, writeListCell } from '@frontdesk/text-files'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { pagesOf } from '../export/pages-of.ts'
import { downloadRoute, isBulkResult, jsonRoute } from './route.ts'

const common = { access: 'contacts', tag: 'Contacts' } as const
const contactId = z.object({ contactId: id })

const ownFields = ['id', 'name', 'email', 'phone', 'externalId', 'tags', 'blocked', 'createdAt', 'updatedAt'] as const
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
  return field === 'blocked' ? (from.blocked ?? false) : from[field as (typeof ownFields)[number]]
}

/** Rows of a file that are written together. */
const rowsAtOnce = 50

async function* asCsv(contacts: AsyncIterable<Contact>, fields: string[]): AsyncGenerator<string> {
  const cellOf = (value: unknown) => (Array.isArray(value) ? writeListCell(value) : value === null ? '' : String(value))
  let rows = [fields]
  for await (const each of contacts) {
    rows.push(fields.map((field) => cellOf(fieldOf(each, field))))
    if (rows.length < rowsAtOnce) continue
    yield writeCsv(rows)
    rows = []
  }
  yield writeCsv(rows)
}

async function* asJson(contacts: AsyncIterable<Contact>, fields: string[]): AsyncGenerator<string> {
  let separator = '['
  for await (const each of contacts) {
    yield separator + JSON.stringify(Object.fromEntries(fields.map((field) => [field, fieldOf(each, field)])))
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}

/** The chosen fields of a contact; `attributes.<name>` under that name, null where it has none. */
const exportedContact = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]))
  .describe('The selected fields; `attributes.<name>` has that name as key and is null if absent')

/** Where copies of the same words are, beside what the document shows, and for how long. An erasure takes those out too, but for the events. */
const copies = [
  { where: 'stored events', days: 7 },
  { where: 'bodies of sent webhooks', days: 30 },
  { where: 'replies that are stored for an Idempotency-Key', days: 1 },
  { where: 'questions of suggestions', days: 180 },
  { where: 'requests of channel providers, as they were received', days: 30 },
  { where: 'original e-mails of messages, and filtered e-mails', days: 30 },
  { where: 'times of e-mails by which loops with machines are found', days: 30 },
  { where: 'outgoing channel messages', days: 30 },
  { where: 'deliveries to connectors, with the other system’s reply', days: 30 },
  { where: 'reports of syncs with connectors', days: 30 },
]

const allData = z.object({
  contact,
  conversations: z.array(
    z.object({
      conversation: chat.queries.conversationList.reply.shape.items.element,
      messages: chat.queries.messageList.reply.shape.items,
      activity: chat.queries.activityList.reply.shape.items,
      copilot: copilot.queries.runList.reply.shape.items,
      feedback: chat.queries.feedbackRead.reply.shape.items,
      rehearsals: chat.queries.rehearsalResultsOfConversation.reply.shape.items,
    }),
  ),
  imports: contactsContracts.queries.contactRowList.reply.shape.items,
  filteredEmails: channels.queries.filteredEmailList.reply.shape.items,
  copies: z.array(z.object({ where: z.string(), days: z.number().int() })),
})

/** Addresses of a contact by which its filtered e-mails are found. */
const maxSenders = 100

/** Everything that is held of a contact, as one JSON document: itself, its conversations with all in them, rows of imports. */
async function* dataOf(context: GatewayContext, own: Contact): AsyncGenerator<string> {
  const emails = new Set(own.email ? [own.email] : [])
  yield `{"contact":${JSON.stringify(own)},"conversations":[`
  let separator = ''
  for await (const conversation of pagesOf((page) =>
    context.ask(chat.queries.conversationList, { contactId: own.id, ...page }),
  )) {
    yield `${separator}{"conversation":${JSON.stringify(conversation)},"messages":[`
    separator = ',\n'
    if (conversation.contact?.email) emails.add(conversation.contact.email)
    const about = { conversationId: conversation.id }
    yield* listed(pagesOf((page) => context.ask(chat.queries.messageList, { ...about, ...page })))
    yield '],"activity":['
    yield* listed(pagesOf((page) => context.ask(chat.queries.activityList, { ...about, ...page })))
    yield '],"copilot":['
    yield* listed(pagesOf((page) => context.ask(copilot.queries.runList, { ...about, ...page, limit: 25 })))
    yield '],"feedback":['
    yield* listed(pagesOf((page) => context.ask(chat.queries.feedbackRead, { ...about, ...page })))
    yield '],"rehearsals":['
    yield* listed(pagesOf((page) => context.ask(chat.queries.rehearsalResultsOfConversation, { ...about, ...page })))
    yield ']}'
  }
  yield '],"imports":['
  const about = { contactId: own.id, limit: 25 }
  yield* listed(pagesOf((page) => context.ask(contactsContracts.queries.contactRowList, { ...page, ...about })))
  yield '],"filteredEmails":['
  const senders = [...emails].slice(0, maxSenders)
  if (senders.length > 0) {
    yield* listed(pagesOf((page) => context.ask(channels.queries.filteredEmailList, { ...page, senders })))
  }
  yield `],"copies":${JSON.stringify(copies)}}`
}

async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = ''
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
}

/** The contact book. */
export const contactRoutes = [
  jsonRoute('GET /api/contacts', {
    ...common,
    name: 'listContacts',
    summary: 'List contacts',
    description: '`q` searches name, e-mail, phone and external id; `email`, `phone` and `externalId` match exactly.',
    query: z.strictObject(contactsContracts.queries.contactList.body.shape),
    reply: contactsContracts.queries.contactList.reply,
    handle: ({ context, query }) => context.ask(contactsContracts.queries.contactList, query),
  }),
  jsonRoute('POST /api/contacts', {
    ...common,
    name: 'createContact',
    summary: 'Add a contact',
    description: 'A 409 names the contact that already has the e-mail address, phone number or external id.',
    body: contactInput,
    status: 201,
    reply: contact,
    refusals: ['conflict'],
    handle: ({ context, body, operationId }) =>
      context.ask(contactsContracts.queries.contactCreate, { operationId, contact: body }),
  }),
  downloadRoute('GET /api/contacts/export', {
    ...common,
    name: 'exportContacts',
    summary: 'Export contacts with selected fields',
    description: `\`fields\` is a comma-separated list of: ${ownFields.join(', ')}, attributes.<name>. Cells that a spreadsheet would run as a formula start with an apostrophe.`,
    query: contactFilter.extend({
      fields: fieldList.default(['id', 'name', 'email', 'phone', 'externalId', 'tags']),
      format: z.enum(['csv', 'json']).default('csv'),
    }),
    reply: z.array(exportedContact),
    downloads: ['text/csv; charset=utf-8'],
    async download({ context, query: { fields, format, ...filter } }) {
      const contacts = pagesOf((page) => context.ask(contactsContracts.queries.contactList, { ...filter, ...page }))
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
  jsonRoute('POST /api/contacts/bulk', {
    ...common,
    name: 'bulkUpdateContacts',
    summary: 'Tag, untag or delete many contacts',
    description:
      'By `ids` or by `filter`, at most 1,000; a filter that matches more is rejected. `delete` without `confirm` changes nothing and returns the list and a token that is valid for 15 minutes; with the token, it deletes exactly that list.',
    body: z.strictObject(contactsContracts.queries.contactBulk.body.omit({ operationId: true }).shape),
    reply: contactsContracts.queries.contactBulk.reply,
    hasOnlyIds: isBulkResult,
    handle: ({ context, body, operationId }) =>
      context.ask(contactsContracts.queries.contactBulk, { ...body, operationId }),
  }),
  jsonRoute('POST /api/contacts/merge', {
    ...common,
    name: 'mergeContacts',
    summary: 'Merge two contacts',
    description:
      '`into` keeps its own fields and gets those that it lacks from `from`, and all conversations (many take some seconds) and addresses of `from`. 409 if one of the two is being merged or erased, or was merged into another contact, which `detail` names; nothing is changed then.',
    body: z.strictObject(contactsContracts.queries.contactMerge.body.shape),
    reply: contact,
    refusals: ['not_found', 'conflict'],
    handle: ({ context, body }) => context.ask(contactsContracts.queries.contactMerge, body),
  }),
  jsonRoute('GET /api/contacts/:contactId', {
    ...common,
    name: 'getContact',
    summary: 'Read a contact',
    params: contactId,
    reply: contact,
    handle: ({ context, params }) => context.ask(contactsContracts.queries.contactRead, params),
  }),
  jsonRoute('PATCH /api/contacts/:contactId', {
    ...common,
    name: 'updateContact',
    summary: 'Change a contact',
    description:
      'Changes only the fields in the body. null clears a field, but one of `name`, `email`, `phone` and `externalId` must stay. Tags and attributes are replaced as a whole.',
    params: contactId,
    body: contactPatch,
    reply: contact,
    refusals: ['conflict'],
    handle: ({ context, params, body }) =>
      context.ask(contactsContracts.queries.contactUpdate, { ...params, patch: body }),
  }),
  jsonRoute('DELETE /api/contacts/:contactId', {
    ...common,
    name: 'deleteContact',
    summary: 'Delete a contact',
    description:
      'The contact’s conversations stay, without a name. To remove them too, erase the contact. 409 while it is being merged or erased.',
    params: contactId,
    refusals: ['conflict'],
    handle: async ({ context, params }) => void (await context.ask(contactsContracts.queries.contactDelete, params)),
  }),
  downloadRoute('GET /api/contacts/:contactId/data', {
    ...common,
    name: 'exportContactData',
    summary: 'Download all data of a contact',
    description:
      'One JSON document: `{ contact, conversations: [{ conversation, messages, activity, copilot, feedback, rehearsals }], imports, filteredEmails, copies }`; `copies` lists where else the same texts are stored, and for how many days.',
    params: contactId,
    reply: allData,
    refusals: ['not_found'],
    async download({ context, params }) {
      const own = await context.ask(contactsContracts.queries.contactRead, params)
      const body = Readable.from(dataOf(context, own))
      return { contentType: 'application/json; charset=utf-8', filename: `${own.id}.json`, body }
    },
  }),
  jsonRoute('POST /api/contacts/:contactId/erase', {
    ...common,
    name: 'eraseContact',
    summary: 'Erase a contact and everything that it wrote',
    description:
      'A job removes the contact, its conversations with their messages, what was written about them, and copies in lists of deliveries and stored replies. Its items report what was removed; `lastEventExpiresAt` is when the last stored event with the contact’s texts expires.',
    params: contactId,
    status: 202,
    reply: contactsContracts.queries.contactErase.reply,
    refusals: ['not_found'],
    handle: ({ context, params, operationId }) =>
      context.ask(contactsContracts.queries.contactErase, { operationId, ...params }),
  }),
]
