import { type Contact, type ContactJob, derivedId, type ImportRow } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** The commit point of an import: the file's rows before `at` have their verdicts. */
export type ImportDocument = Leased & {
  blobId: string
  mapping: Record<string, string>
  onDuplicate: 'skip' | 'update' | 'create'
  dryRun: boolean
  /** What somebody said that the file is in. */
  encoding?: string | undefined
  createdAt: string
  state: 'running' | 'finished'
  header: string[]
  /** Rows in the file; 0 until it was read. */
  total: number
  at: number
  verdicts: ContactJob['verdicts']
  error?: { code: string; message: string }
  /** The batch in hand goes to its end, and no other begins. */
  cancelled?: true
  /** Rows before `at` are still to be taken back. With an error it came to an end before that, and may be begun again. */
  undo?: { state: 'running' | 'finished'; at: number; error?: { code: string; message: string } }
}

/** What a contact was before an import changed it, and when that change was made. */
export type Before = { fields: Omit<Contact, 'id'>; changedAt: string }

/** The verdict of one row. */
export type RowDocument = ImportRow & {
  jobId: string
  /** The row as it stands in the file, when it was rejected. */
  cells?: string[]
  before?: Before
  /** When its contact was made or changed: one that was changed later is not taken back. */
  writtenAt?: string
}

export const imports = collection<ImportDocument>(
  'contacts-imports',
  [{ fields: ['createdAt'] }, { fields: ['dueAt'], acrossTenants: true }],
  {
    // The file goes when the import is over; to take it back, its rows are enough.
    refersTo: ({ body: { state, blobId } }) => (state === 'running' ? { blobs: [blobId] } : {}),
  },
)
export const importRows = collection<RowDocument>('contacts-import-rows', [
  { fields: ['jobId', 'row'] },
  { fields: ['jobId', 'verdict', 'row'] },
  { fields: ['contactId'] },
])

/** Rows are named for their place, so judging one again writes the same document. */
export const rowId = (jobId: string, row: number): string => `${jobId}_${String(row).padStart(6, '0')}`

/** A row makes a contact under the same id however often it is tried. */
export const contactIdOf = (tenant: string, jobId: string, row: number): string => derivedId('con', tenant, jobId, row)

/** An import as the API shows it. */
export function toJob(id: string, document: ImportDocument): ContactJob {
  const { state, total, verdicts, createdAt, dryRun, onDuplicate, error, waitsFor, undo } = document
  const done = verdicts.created + verdicts.updated + verdicts.duplicate
  const shown = undo?.error ?? error
  return {
    id,
    kind: 'contacts',
    state,
    total,
    done,
    // At the end what was not come to has failed too.
    failed: state === 'finished' ? total - done : verdicts.rejected,
    createdAt,
    dryRun,
    onDuplicate,
    verdicts,
    ...(shown && { error: shown }),
    ...(waitsFor && { waitsFor }),
    ...(undo && { undo: undo.state }),
  }
}
