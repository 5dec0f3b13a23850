import { contacts } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { toConnector } from './connectors/connector-document.ts'
import {
  createConnector,
  deleteConnector,
  findConnector,
  listConnectors,
  sealedBoxOf,
  updateConnector,
} from './connectors/connector-store.ts'
import { purgeFinishedWork } from './connectors/purge-finished-work.ts'
import { deliveryWork, listDeliveries, pushNow, requestPushes } from './connectors/push-conversations.ts'
import { beginSyncs, syncWork } from './connectors/run-syncs.ts'
import { cancelSync, listSyncs, readSync, startSync } from './connectors/sync-store.ts'
import { blockContact, readBlock } from './contacts/block-contact.ts'
import { bulkContacts, purgeConfirmations } from './contacts/bulk-contacts.ts'
import { createContact, deleteContact, readContact, updateContact } from './contacts/contact-store.ts'
import { countTags } from './contacts/count-tags.ts'
import { linkConversation } from './contacts/link-conversation.ts'
import { listContacts } from './contacts/list-contacts.ts'
import { publishDeletions } from './contacts/publish-deletions.ts'
import { asks, collections, config, uses } from './context.ts'
import { erasureWork, listErasures, readErasure, startErasure } from './erasure/erase-contact.ts'
import { listRowsOf } from './import/rows-of-contact.ts'
import { importWork } from './import/run-imports.ts'
import { cancelImport, listJobs, listRows, readJob, startImport, startUndo } from './import/start-import.ts'
import { mergeContacts, mergeWork } from './merge/merge-contacts.ts'

/** Owns the contact book: who the customers are, what their addresses prove, and imports of many at once. */
export const contactsService = defineService({
  contracts: contacts,
  config,
  uses,
  collections,
  asks,
  handlers: {
    publicKeyRead: async (_, context) => ({ publicKey: sealedBoxOf(context).publicKey }),
    connectorCreate: createConnector,
    connectorList: listConnectors,
    connectorRead: async ({ connectorId }, context) => toConnector(await findConnector(connectorId, context)),
    connectorUpdate: updateConnector,
    connectorDelete: (body, context) => deleteConnector(body, context),
    syncStart: startSync,
    syncRead: ({ jobId }, context) => readSync(jobId, context),
    syncList: listSyncs,
    syncCancel: ({ jobId }, context) => cancelSync(jobId, context),
    connectorDeliveryList: listDeliveries,
    conversationPush: pushNow,
    contactCreate: createContact,
    contactList: listContacts,
    tagCount: countTags,
    contactRead: ({ contactId }, context) => readContact(contactId, context),
    contactRowList: listRowsOf,
    contactUpdate: ({ contactId, patch }, context) => updateContact(contactId, patch, context),
    contactDelete: ({ contactId }, context) => deleteContact(contactId, context),
    contactErase: startErasure,
    erasureRead: ({ jobId }, context) => readErasure(jobId, context),
    erasureList: listErasures,
    contactMerge: ({ into, from }, context) => mergeContacts(into, from, context),
    contactBlock: blockContact,
    blockRead: ({ contact }, context) => readBlock(contact, context),
    contactBulk: bulkContacts,
    importStart: startImport,
    importUndo: ({ jobId }, context) => startUndo(jobId, context),
    jobRead: ({ jobId }, context) => readJob(jobId, context),
    jobList: listJobs,
    jobCancel: ({ jobId }, context) => cancelImport(jobId, context),
    importRowList: listRows,
  },
  subscriptions: {
    chat: {
      conversationCreated: linkConversation,
      // What a visitor of a chat widget said before they signed in at the site becomes their contact's when they do.
      async conversationChanged({ conversation }, context) {
        if (conversation.visitor?.verified) await linkConversation({ conversation }, context)
      },
      conversationEscalated: ({ conversation }, context) => requestPushes(conversation.id, 'escalated', context),
      conversationResolved: ({ conversation }, context) => requestPushes(conversation.id, 'resolved', context),
    },
  },
  jobs: { deliveries: deliveryWork, erasures: erasureWork, imports: importWork, merges: mergeWork, syncs: syncWork },
  background: {
    beginSyncs: { everyMs: 5_000, run: beginSyncs },
    publishDeletions: { everyMs: 5_000, run: publishDeletions },
    purgeFinishedWork: { everyMs: 60 * 60_000, run: purgeFinishedWork },
    purgeConfirmations: { everyMs: 10 * 60_000, run: purgeConfirmations },
  },
})
