import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/**
 * The automatic assignment of a tenant, one document each: one process at a time assigns, so that no agent gets more than
 * their capacity.
 */
export type AssignmentDocument = Leased & {
  /** How often it was requested; what is requested during a pass needs another one. */
  requests: number
}

export const assignments = collection<AssignmentDocument>('chat-assignments', [
  { fields: ['dueAt'], acrossTenants: true },
])

/** The document's id. */
export const assignmentId = 'assignment'
