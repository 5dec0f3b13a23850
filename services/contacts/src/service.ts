import {
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
  contactUpdate,
  conversationCreated,
  importRowList,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { bulkContacts, forgetConfirmations } from './bulk-contacts.ts'
import { toContact } from './contact-document.ts'
import { asks, collections, config, uses } from './context.ts'
import { listErasures, readErasure, runErasure, runErasures, startErasure } from './erase-contact.ts'
import { runImport, runImports } from './import/run-imports.ts'
import { cancelImport, listJobs, listRows, readJob, startImport, startUndo } from './import/start-import.ts'
import { createContact, deleteContact, findContact, listContacts, updateContact } from './keep-contacts.ts'
import { linkConversation } from './link-contact.ts'
import { mergeContacts } from './merge-contacts.ts'

/** Owns the contact book: who the customers are, what their addresses prove, and imports of many at once. */
export const contacts = defineService({
  name: 'contacts',
  config,
  uses,
  collections,
  publishes: {},
  asks,
  handles: {
    conversationCreated,
    contactCreate,
    contactList,
    contactRead,
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
    contactCreate: createContact,
    contactList: listContacts,
    async contactRead({ contactId }, context) {
      const { id, body } = await findContact(contactId, context)
      return toContact(id, body)
    },
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
    runErasures: { everyMs: 5_000, run: runErasures },
    runImports: { everyMs: 2_000, run: runImports },
    forgetConfirmations: { everyMs: 10 * 60_000, run: forgetConfirmations },
  },
})
