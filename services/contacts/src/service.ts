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
import { listErasures, readErasure, runErasures, startErasure } from './erase-contact.ts'
import { runImports } from './import/run-imports.ts'
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
    contactErase: startErasure,
    contactErasureRead: ({ jobId }, context) => readErasure(jobId, context),
    contactErasureList: listErasures,
    contactMerge: ({ into, from }, context) => mergeContacts(into, from, context),
    contactBulk: bulkContacts,
    contactImportStart: startImport,
    contactImportUndo: ({ jobId }, context) => startUndo(jobId, context),
    contactJobRead: ({ jobId }, context) => readJob(jobId, context),
    contactJobList: listJobs,
    contactJobCancel: ({ jobId }, context) => cancelImport(jobId, context),
    importRowList: listRows,
  },
  background: {
    runErasures: { everyMs: 500, run: runErasures },
    runImports: { everyMs: 500, run: runImports },
    forgetConfirmations: { everyMs: 10 * 60_000, run: forgetConfirmations },
  },
})
