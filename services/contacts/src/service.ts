import {
  connectorConversationPush,
  connectorCreate,
  connectorDelete,
  connectorDeliveryList,
  connectorLetterbox,
  connectorList,
  connectorRead,
  connectorSyncCancel,
  connectorSyncList,
  connectorSyncRead,
  connectorSyncStart,
  connectorUpdate,
  contactBulk,
  contactCreate,
  contactDelete,
  contactErase,
  contactErasureList,
  contactErasureRead,
  contactImportStart,
  contactImportUndo,
  contactJobCancel,
  contactJobList,
  contactJobRead,
  contactList,
  contactMerge,
  contactRead,
  contactRowList,
  contactUpdate,
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  importRowList,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { bulkContacts, forgetConfirmations } from './bulk-contacts.ts'
import { toConnector } from './connectors/connector-document.ts'
import { forgetWhatIsOver } from './connectors/forget-what-is-over.ts'
import {
  createConnector,
  deleteConnector,
  findConnector,
  letterboxOf,
  listConnectors,
  updateConnector,
} from './connectors/keep-connectors.ts'
import { cancelSync, listSyncs, readSync } from './connectors/keep-syncs.ts'
import { listDeliveries, pushDue, pushNow, wishPushes } from './connectors/push-conversations.ts'
import { runSyncs, startSync } from './connectors/run-syncs.ts'
import { toContact } from './contact-document.ts'
import { asks, collections, config, publishes, uses } from './context.ts'
import { listErasures, readErasure, runErasure, runErasures, startErasure } from './erase-contact.ts'
import { listRowsOf } from './import/rows-of-contact.ts'
import { runImport, runImports } from './import/run-imports.ts'
import { cancelImport, listJobs, listRows, readJob, startImport, startUndo } from './import/start-import.ts'
import { createContact, deleteContact, findContact, updateContact } from './keep-contacts.ts'
import { linkConversation } from './link-contact.ts'
import { listContacts } from './list-contacts.ts'
import { mergeContacts, runMerges } from './merge-contacts.ts'

/** Owns the contact book: who the customers are, what their addresses prove, and imports of many at once. */
export const contacts = defineService({
  name: 'contacts',
  config,
  uses,
  collections,
  publishes,
  asks,
  handles: {
    conversationCreated,
    conversationEscalated,
    conversationResolved,
    connectorConversationPush,
    connectorCreate,
    connectorDelete,
    connectorDeliveryList,
    connectorLetterbox,
    connectorList,
    connectorRead,
    connectorSyncCancel,
    connectorSyncList,
    connectorSyncRead,
    connectorSyncStart,
    connectorUpdate,
    contactCreate,
    contactList,
    contactRead,
    contactRowList,
    contactUpdate,
    contactDelete,
    contactErase,
    contactErasureRead,
    contactErasureList,
    contactMerge,
    contactBulk,
    contactImportStart,
    contactImportUndo,
    contactJobRead,
    contactJobList,
    contactJobCancel,
    importRowList,
  },
  handlers: {
    conversationCreated: linkConversation,
    conversationEscalated: ({ conversation }, context) => wishPushes(conversation.id, 'escalated', context),
    conversationResolved: ({ conversation }, context) => wishPushes(conversation.id, 'resolved', context),
    connectorLetterbox: async (_, context) => ({ publicKey: letterboxOf(context).publicKey }),
    connectorCreate: createConnector,
    connectorList: listConnectors,
    connectorRead: async ({ connectorId }, context) => toConnector(await findConnector(connectorId, context)),
    connectorUpdate: updateConnector,
    async connectorDelete({ connectorId }, context) {
      await deleteConnector(connectorId, context)
      return {}
    },
    connectorSyncStart: startSync,
    connectorSyncRead: ({ jobId }, context) => readSync(jobId, context),
    connectorSyncList: listSyncs,
    connectorSyncCancel: ({ jobId }, context) => cancelSync(jobId, context),
    connectorDeliveryList: listDeliveries,
    connectorConversationPush: pushNow,
    contactCreate: createContact,
    contactList: listContacts,
    async contactRead({ contactId }, context) {
      const { id, body } = await findContact(contactId, context)
      return toContact(id, body)
    },
    contactRowList: listRowsOf,
    contactUpdate: ({ contactId, patch }, context) => updateContact(contactId, patch, context),
    async contactDelete({ contactId }, context) {
      await deleteContact(contactId, context)
      return {}
    },
    async contactErase(body, context) {
      const { jobId } = await startErasure(body, context)
      context.detach('erase a contact', (lasting) => runErasure(jobId, lasting))
      return { jobId }
    },
    contactErasureRead: ({ jobId }, context) => readErasure(jobId, context),
    contactErasureList: listErasures,
    contactMerge: ({ into, from }, context) => mergeContacts(into, from, context),
    contactBulk: bulkContacts,
    async contactImportStart(body, context) {
      const { jobId } = await startImport(body, context)
      context.detach('import contacts', (lasting) => runImport(jobId, lasting))
      return { jobId }
    },
    async contactImportUndo({ jobId }, context) {
      const job = await startUndo(jobId, context)
      context.detach('undo an import', (lasting) => runImport(jobId, lasting))
      return job
    },
    contactJobRead: ({ jobId }, context) => readJob(jobId, context),
    contactJobList: listJobs,
    contactJobCancel: ({ jobId }, context) => cancelImport(jobId, context),
    importRowList: listRows,
  },
  background: {
    pushDue: { everyMs: 2_000, run: pushDue },
    runSyncs: { everyMs: 5_000, run: runSyncs },
    runErasures: { everyMs: 5_000, run: runErasures },
    runMerges: { everyMs: 2_000, run: runMerges },
    runImports: { everyMs: 2_000, run: runImports },
    forgetWhatIsOver: { everyMs: 60 * 60_000, run: forgetWhatIsOver },
    forgetConfirmations: { everyMs: 10 * 60_000, run: forgetConfirmations },
  },
})
