import { readdir } from 'node:fs/promises'
import type { Table } from '@lancedb/lancedb'

/**
 * Whether a table's folder still has rows that were deleted or replaced, in its own files or in those of old versions:
 * each file that lists such rows goes with the last version that needs it.
 */
export async function hasDeletedRows(folder: string): Promise<boolean> {
  try {
    return (await readdir(`${folder}/_deletions`)).length > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Makes the next `optimize` write all rows anew. By itself it leaves a fragment as it is until a tenth of its rows are
 * deleted, but it always joins small ones: so one row is written again, unchanged, into a fragment of its own.
 */
export async function loosen(table: Table): Promise<void> {
  const row = await table.query().limit(1).toArrow()
  if (row.numRows > 0) await table.mergeInsert('id').whenMatchedUpdateAll().execute(row)
}
