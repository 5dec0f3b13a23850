import { z } from 'zod'
import { encodingLabel } from './charsets.ts'
import {
  connector,
  connectorDelivery,
  connectorKind,
  connectorSync,
  settingsShape,
  zendeskSubdomain,
} from './connectors.ts'
import { event, owner, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { finishedJob, jobProgress, waitsFor } from './jobs.ts'
import { emailPattern, oneLineName, plainAddress } from './one-line.ts'
import { contactDetails, mailbox, pageOf, pageRequest, tags, timestamp } from './records.ts'
import { heldScopes } from './scopes.ts'
import { tagCount } from './tag-counts.ts'
import { removed } from './tenancy.ts'

/** Rows of one import, contacts of one bulk action. */
export const contactLimits = { importRows: 10_000, bulkContacts: 1_000, attributes: 100 } as const

const text = (max: number) => z.string().max(max).trim().min(1)
const attributeName = z.string().max(100).trim().min(1)
const attributes = z
  .record(attributeName, z.union([z.string().max(2_000), z.number(), z.boolean()]))
  .refine((all) => Object.keys(all).length <= contactLimits.attributes, {
    message: `at most ${contactLimits.attributes}`,
  })
const fields = {
  name: z.string().max(200).overwrite(oneLineName).min(1).nullable(),
  // As it may be stored from before: what a client writes is held to more.
  email: z.string().regex(z.regexes.unicodeEmail, 'Invalid email address').max(254).nullable(),
  phone: text(32).nullable(),
  externalId: text(200).nullable(),
  tags,
  attributes,
}

/** A contact, as the API shows it. `email` and `phone` as they were given; duplicates are told by their normal forms. */
export const contact = z.object({
  id: z.string(),
  ...fields,
  blocked: z.boolean().optional().describe('Absent unless true'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Contact = z.output<typeof contact>

/** A contact as a client writes it; a change names only what changes, and null clears. */
export const contactPatch = z.strictObject({
  name: fields.name.optional(),
  email: z
    .string()
    .regex(emailPattern, 'Invalid email address')
    .max(254)
    .nullable()
    .refine(...mailbox)
    .refine(...plainAddress)
    .optional(),
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
  q: z.string().max(200).trim().min(1).optional(),
  tag: z.string().max(64).optional(),
  email: z.string().max(254).optional(),
  phone: z.string().max(32).optional(),
  externalId: z.string().max(200).optional(),
  blocked: z.enum(['true', 'false']).optional(),
})

/** An attribute among the fields of a contact. Its name may have dots. */
export const attributeField = z.string().regex(/^attributes\.\s*\S.{0,99}$/, 'or attributes.<name>')
/** Fields of a contact that a column may be mapped to; `tags` splits at commas, `attributes.<name>` is a custom one. */
export const importField = z
  .union([z.enum(['name', 'email', 'phone', 'externalId', 'tags']), attributeField])
  .refine((field) => !/^attributes\.\s*__proto__\s*$/.test(field), { message: 'No attribute can be named __proto__.' })
export const onDuplicate = z.enum(['skip', 'update', 'create'])
export const importMapping = z.record(z.string().min(1).max(200), importField)

/** What became of a row: `duplicate` names the row of the file or the contact that was there before. */
export const importRow = z.object({
  row: z.number().int().describe('1 for the first row after the header'),
  verdict: z.enum(['created', 'updated', 'duplicate', 'rejected']),
  contactId: z.string().optional(),
  duplicateOf: z.object({ row: z.number().int().optional(), contactId: z.string().optional() }).optional(),
  reasons: z.array(z.string()).optional().describe('Why it was rejected'),
  notes: z.array(z.string()).optional().describe('What else happened to its values, such as a second phone number'),
  undone: z
    .enum(['removed', 'restored', 'kept'])
    .optional()
    .describe('`kept`: not restored, because it was changed since'),
})
export type ImportRow = z.output<typeof importRow>

/** A job of this service: an import of contacts. */
export const contactJob = z.object({
  id: z.string(),
  kind: z.literal('contacts'),
  ...jobProgress,
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
  waitsFor,
  undo: z.enum(['running', 'finished']).optional(),
})
export type ContactJob = z.output<typeof contactJob>

/** An import with the verdicts of its first rows; in a list with none. */
export const contactJobWithRows = contactJob.extend({ items: z.array(importRow) })
/** The erasure of a contact: its items say what was removed. */
export const contactErasure = z.object({
  id: z.string(),
  kind: z.literal('erasure'),
  contactId: z.string(),
  ...jobProgress,
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
  lastEventExpiresAt: timestamp.optional().describe('When the last stored event with the contact’s texts expires'),
  waitsFor,
  items: removed,
})
export type ContactErasure = z.output<typeof contactErasure>

/** Everything that contacts answers and tells. */
export const contacts = owner('contacts', {
  queries: {
    /** Throws `conflict`, which names the contact, when an address belongs to another one already. */
    contactCreate: query('query.contacts.contact.create.v1', z.object({ operationId, contact: contactPatch }), contact),
    contactList: query('query.contacts.contact.list.v1', pageRequest.extend(contactFilter.shape), pageOf(contact)),
    /** Tags of contacts. */
    tagCount: tagCount('contacts'),
    contactRead: query('query.contacts.contact.read.v1', z.object({ contactId: id }), contact),
    contactUpdate: query('query.contacts.contact.update.v1', z.object({ contactId: id, patch: contactPatch }), contact),
    contactDelete: query('query.contacts.contact.delete.v1', z.object({ contactId: id }), z.object({})),
    /** `into` keeps its own fields and takes from `from` what it lacks; `from`'s conversations become its own. Twice is once. */
    contactMerge: query('query.contacts.contact.merge.v1', z.object({ into: id, from: id }), contact, {
      timeoutMs: 30_000,
    }),
    /** Blocks or unblocks a contact. Repeating it changes nothing. */
    contactBlock: query(
      'query.contacts.contact.block.v1',
      z.object({ contactId: id, blocked: z.boolean(), actor: actor.omit({ name: true }) }),
      contact,
    ),
    /** Whether the contact that these details belong to is blocked. */
    blockRead: query(
      'query.contacts.block.read.v1',
      z.object({ contact: contactDetails }),
      z.object({ blocked: z.boolean() }),
    ),
    contactBulk: query(
      'query.contacts.contact.bulk.v1',
      z.object({
        operationId,
        action: z.enum(['tag', 'untag', 'delete']),
        ids: z.array(id).min(1).max(contactLimits.bulkContacts).optional(),
        filter: contactFilter.optional(),
        tag: z.string().max(64).trim().min(1).optional(),
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
    ),
    importStart: query(
      'query.contacts.import.start.v1',
      z.object({
        operationId,
        blobId: id,
        filename: z.string(),
        mapping: importMapping,
        onDuplicate,
        dryRun: z.boolean(),
        encoding: encodingLabel.optional(),
      }),
      z.object({ jobId: z.string() }),
    ),
    jobRead: query('query.contacts.job.read.v1', z.object({ jobId: id }), contactJob),
    jobList: query('query.contacts.job.list.v1', pageRequest, pageOf(contactJob)),
    /** Verdicts of rows in their order. `cells` is the row as it stands in the file, for rejected ones. */
    importRowList: query(
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
    ),
    /** Takes an import back: what it created goes, what it updated is as before, unless it was changed since. */
    importUndo: query('query.contacts.import.undo.v1', z.object({ jobId: id }), contactJob),
    jobCancel: query('query.contacts.job.cancel.v1', z.object({ jobId: id }), contactJob),
    /** Removes a contact and everything it said, everywhere, as a job. */
    contactErase: query(
      'query.contacts.contact.erase.v1',
      z.object({ operationId, contactId: id }),
      z.object({ jobId: z.string() }),
    ),
    erasureRead: query('query.contacts.erasure.read.v1', z.object({ jobId: id }), contactErasure),
    erasureList: query('query.contacts.erasure.list.v1', pageRequest, pageOf(contactErasure)),
    /** What imports keep of a contact: its verdicts, and what it was before, in case it is taken back. */
    contactRowList: query(
      'query.contacts.contact-row.list.v1',
      pageRequest.extend({ contactId: id }),
      pageOf(importRow.extend({ jobId: z.string(), before: z.unknown().optional() })),
    ),
    /** The X25519 key that secrets for this service are sealed with (packages/secrets). */
    publicKeyRead: query('query.contacts.letterbox.read.v1', z.object({}), z.object({ publicKey: z.string() })),
    /** `letter`: the secrets as JSON, sealed with the service's public key for the owner `<tenant>/<connectorId>`. */
    connectorCreate: query(
      'query.contacts.connector.create.v1',
      settingsShape.extend({
        connectorId: id,
        operationId,
        kind: connectorKind,
        subdomain: zendeskSubdomain.optional(),
        letter: z.string(),
        scopes: heldScopes,
      }),
      connector,
    ),
    connectorList: query('query.contacts.connector.list.v1', pageRequest, pageOf(connector)),
    connectorRead: query('query.contacts.connector.read.v1', z.object({ connectorId: id }), connector),
    connectorUpdate: query(
      'query.contacts.connector.update.v1',
      z.object({ connectorId: id, patch: settingsShape.partial(), letter: z.string().optional(), scopes: heldScopes }),
      connector,
    ),
    connectorDelete: query(
      'query.contacts.connector.delete.v1',
      z.object({ connectorId: id, scopes: heldScopes }),
      z.object({}),
    ),
    /** One sync of a connector runs at a time: a second request answers the one that runs. */
    syncStart: query(
      'query.contacts.sync.start.v1',
      z.object({ operationId, connectorId: id, scopes: heldScopes }),
      z.object({ jobId: z.string() }),
    ),
    syncRead: query('query.contacts.sync.read.v1', z.object({ jobId: id }), connectorSync),
    syncList: query(
      'query.contacts.sync.list.v1',
      pageRequest.extend({ connectorId: id.optional() }),
      pageOf(connectorSync),
    ),
    syncCancel: query('query.contacts.sync.cancel.v1', z.object({ jobId: id }), connectorSync),
    connectorDeliveryList: query(
      'query.contacts.connector-delivery.list.v1',
      pageRequest.extend({ connectorId: id, scopes: heldScopes }),
      pageOf(connectorDelivery),
    ),
    /** Writes a conversation there, now: once more, or for the first time. */
    conversationPush: query(
      'query.contacts.conversation.push.v1',
      z.object({ connectorId: id, conversationId: id, scopes: heldScopes }),
      connectorDelivery,
    ),
  },
  events: {
    /** A contact is there, or is not what it was: fields changed, it was merged into another, or is gone. None of its words. */
    contactChanged: event(
      'event.contacts.contact.changed.v1',
      z.object({
        contactId: z.string(),
        change: z.enum(['created', 'updated', 'merged', 'deleted']).default('updated'),
        mergedId: z.string().optional().describe('For `merged`: the contact that was merged into this one'),
        mergedInto: z.string().optional().describe('For `merged`: the contact into which this one was merged'),
      }),
    ),
    /** A contact was blocked or unblocked; `actor` is absent when a merge did it. */
    contactBlocked: event(
      'event.contacts.contact.blocked.v1',
      z.object({ contactId: z.string(), blocked: z.boolean(), actor: actor.omit({ name: true }).optional() }),
    ),
    /** Of imports, erasures and syncs of contacts. */
    jobFinished: event('event.contacts.job.finished.v1', finishedJob),
  },
})
