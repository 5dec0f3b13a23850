import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { pageOf, pageRequest, tags, timestamp } from './records.ts'
import { removed } from './tenancy.ts'

/** Rows of one import, contacts of one bulk action. */
export const contactLimits = { importRows: 10_000, bulkContacts: 1_000, attributes: 100 } as const

const text = (max: number) => z.string().trim().min(1).max(max)
const attributeName = z.string().trim().min(1).max(100)
const attributes = z
  .record(attributeName, z.union([z.string().max(2_000), z.number(), z.boolean()]))
  .refine((all) => Object.keys(all).length <= contactLimits.attributes, {
    message: `at most ${contactLimits.attributes}`,
  })
const fields = {
  name: text(200).nullable(),
  email: z.email({ pattern: z.regexes.unicodeEmail }).max(254).nullable(),
  phone: text(32).nullable(),
  externalId: text(200).nullable(),
  tags,
  attributes,
}

/** A contact, as the API shows it. `email` and `phone` as they were given; duplicates are told by their normal forms. */
export const contact = z.object({
  id: z.string(),
  ...fields,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Contact = z.output<typeof contact>

/** A contact as a client writes it; a change names only what changes, and null clears. */
export const contactPatch = z.strictObject({
  name: fields.name.optional(),
  email: fields.email.optional(),
  phone: fields.phone.optional(),
  externalId: fields.externalId.optional(),
  tags: tags.optional(),
  attributes: attributes.optional(),
})
export type ContactPatch = z.output<typeof contactPatch>

export const contactInput = contactPatch.refine(
  ({ name, email, phone, externalId }) => Boolean(name ?? email ?? phone ?? externalId),
  { message: 'one of name, email, phone, externalId is required' },
)

/** What contacts are listed by. `q` looks in name, e-mail, phone and external id. */
export const contactFilter = z.strictObject({
  q: z.string().trim().min(1).max(200).optional(),
  tag: z.string().max(64).optional(),
  email: z.string().max(254).optional(),
  phone: z.string().max(32).optional(),
  externalId: z.string().max(200).optional(),
})

/** Throws `conflict`, which names the contact, when an address belongs to another one already. */
export const contactCreate = query(
  'query.contacts.contact.create.v1',
  z.object({ operationId, contact: contactPatch }),
  contact,
)
export const contactList = query(
  'query.contacts.contact.list.v1',
  pageRequest.extend(contactFilter.shape),
  pageOf(contact),
)
export const contactRead = query('query.contacts.contact.read.v1', z.object({ contactId: id }), contact)
export const contactUpdate = query(
  'query.contacts.contact.update.v1',
  z.object({ contactId: id, patch: contactPatch }),
  contact,
)
export const contactDelete = query('query.contacts.contact.delete.v1', z.object({ contactId: id }), z.object({}))
/** `into` keeps its own fields and takes from `from` what it lacks; `from`'s conversations become its own. Twice is once. */
export const contactMerge = query('query.contacts.contact.merge.v1', z.object({ into: id, from: id }), contact, {
  timeoutMs: 30_000,
})

/** A contact is not what it was: fields changed, it was merged into another, or erased. Its id, none of its words. */
export const contactChanged = event('event.contacts.contact.changed.v1', z.object({ contactId: z.string() }))

export const contactBulk = query(
  'query.contacts.contact.bulk.v1',
  z.object({
    operationId,
    action: z.enum(['tag', 'untag', 'delete']),
    ids: z.array(id).min(1).max(contactLimits.bulkContacts).optional(),
    filter: contactFilter.optional(),
    tag: z.string().trim().min(1).max(64).optional(),
    confirm: z.string().max(128).optional(),
  }),
  z.union([
    z.object({
      action: z.string(),
      requested: z.number().int(),
      succeeded: z.number().int(),
      failed: z.number().int(),
      results: z.array(z.object({ id: z.string(), ok: z.boolean(), code: z.string().optional() })),
    }),
    z.object({
      confirm: z.string(),
      contacts: z.array(contact.pick({ id: true, name: true, email: true })),
    }),
  ]),
  { timeoutMs: 60_000, maxInFlight: 8 },
)

/** An attribute among the fields of a contact. Its name may have dots. */
export const attributeField = z.string().regex(/^attributes\.\s*\S.{0,99}$/, 'or attributes.<name>')
/** Fields of a contact that a column may be mapped to; `tags` splits at commas, `attributes.<name>` is a custom one. */
export const importField = z
  .union([z.enum(['name', 'email', 'phone', 'externalId', 'tags']), attributeField])
  .refine((field) => !/^attributes\.\s*__proto__\s*$/.test(field), { message: 'No attribute can be named __proto__.' })
export const onDuplicate = z.enum(['skip', 'update', 'create'])
export const importMapping = z.record(z.string().min(1).max(200), importField)

export const contactImportStart = query(
  'query.contacts.import.start.v1',
  z.object({
    operationId,
    blobId: id,
    filename: z.string(),
    mapping: importMapping,
    onDuplicate,
    dryRun: z.boolean(),
  }),
  z.object({ jobId: z.string() }),
)

/** What became of a row: `duplicate` names the row of the file or the contact that was there before. */
export const importRow = z.object({
  row: z.number().int().describe('1 for the first row after the header'),
  verdict: z.enum(['created', 'updated', 'duplicate', 'rejected']),
  contactId: z.string().optional(),
  duplicateOf: z.object({ row: z.number().int().optional(), contactId: z.string().optional() }).optional(),
  reasons: z.array(z.string()).optional().describe('Why it was rejected'),
  undone: z.enum(['removed', 'restored', 'kept']).optional().describe('`kept`: it was changed since'),
})
export type ImportRow = z.output<typeof importRow>

/** A job of this service: an import of contacts. */
export const contactJob = z.object({
  id: z.string(),
  kind: z.literal('contacts'),
  state: z.enum(['running', 'finished']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: timestamp,
  dryRun: z.boolean(),
  onDuplicate,
  verdicts: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    duplicate: z.number().int(),
    rejected: z.number().int(),
  }),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  undo: z.enum(['running', 'finished']).optional(),
})
export type ContactJob = z.output<typeof contactJob>

/** An import with the verdicts of its first rows; in a list with none. */
export const contactJobWithRows = contactJob.extend({ items: z.array(importRow) })

export const contactJobRead = query('query.contacts.job.read.v1', z.object({ jobId: id }), contactJob)
export const contactJobList = query('query.contacts.job.list.v1', pageRequest, pageOf(contactJob))
/** Verdicts of rows in their order. `cells` is the row as it stands in the file, for rejected ones. */
export const importRowList = query(
  'query.contacts.import-row.list.v1',
  z.object({
    jobId: id,
    verdict: importRow.shape.verdict.optional(),
    after: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(1_000).default(100),
  }),
  z.object({
    header: z.array(z.string()),
    items: z.array(importRow.extend({ cells: z.array(z.string()).optional() })),
    isLast: z.boolean(),
  }),
)
/** Takes an import back: what it created goes, what it updated is as before, unless it was changed since. */
export const contactImportUndo = query('query.contacts.import.undo.v1', z.object({ jobId: id }), contactJob)
export const contactJobCancel = query('query.contacts.job.cancel.v1', z.object({ jobId: id }), contactJob)

/** Removes a contact and everything it said, everywhere, as a job. */
export const contactErase = query(
  'query.contacts.contact.erase.v1',
  z.object({ operationId, contactId: id }),
  z.object({ jobId: z.string() }),
)
/** The erasure of a contact: its items say what was removed. */
export const contactErasure = z.object({
  id: z.string(),
  kind: z.literal('erasure'),
  contactId: z.string(),
  state: z.enum(['running', 'finished']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
  lastEventExpiresAt: timestamp.optional().describe('When the last stored event that held its words is gone'),
  waitsFor: z.string().optional().describe('Why it does not get on'),
  items: removed,
})
export type ContactErasure = z.output<typeof contactErasure>
export const contactErasureRead = query('query.contacts.erasure.read.v1', z.object({ jobId: id }), contactErasure)
export const contactErasureList = query('query.contacts.erasure.list.v1', pageRequest, pageOf(contactErasure))

/** What imports keep of a contact: its verdicts, and what it was before, in case it is taken back. */
export const contactRowList = query(
  'query.contacts.contact-row.list.v1',
  pageRequest.extend({ contactId: id }),
  pageOf(importRow.extend({ jobId: z.string(), before: z.unknown().optional() })),
)
