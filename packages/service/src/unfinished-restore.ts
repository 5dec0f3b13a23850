import { type Finding, ServiceError } from '@frontdesk/contracts'
import { needsFolder, type ProcessSettings, serverOf } from './process-settings.ts'
import { isRestoreUnfinished } from './restore-mark.ts'

const fault = (place: string, remedy: string): Finding => ({
  level: 'fault',
  what: `A restore or migration into ${place} is not finished: some of the data is missing.`,
  remedy: `If it is running, wait for it; otherwise ${remedy}. Until then nothing starts there.`,
  blocksUpgrade: true,
})

/** A restore or migration that has not come to its end. Throws `unavailable` when MongoDB does not answer. */
async function unfinishedRestore(chosen: ProcessSettings): Promise<Finding | undefined> {
  if (needsFolder(chosen) && isRestoreUnfinished(chosen.DATA_DIR)) return fault(chosen.DATA_DIR, 'run it again')
  if (!chosen.MONGODB_URL) return undefined
  const { databaseOf, restoreMark } = await import('@frontdesk/documents/mongo')
  const place = serverOf(chosen, 'MONGODB_URL')
  const mark = await restoreMark(place)
  const unfinished = await mark.read().finally(() => mark.close())
  if (!unfinished) return undefined
  const afresh = 'drop the database and the buckets and streams of the installation, and start again'
  const remedy = unfinished.migration
    ? `run frontdesk migrate again, which continues it, or, to give it up, ${afresh}`
    : afresh
  return fault(`the database ${databaseOf(place)}`, remedy)
}

/** The same as findings; none while MongoDB is away, which the look at it tells. */
export async function inspectUnfinishedRestore(chosen: ProcessSettings): Promise<Finding[]> {
  try {
    const found = await unfinishedRestore(chosen)
    return found ? [found] : []
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return []
    throw error
  }
}

/** Throws a sentence for the person at the terminal while only a part of an installation is there. */
export async function assertWhole(chosen: ProcessSettings): Promise<void> {
  const found = await unfinishedRestore(chosen)
  if (found) throw new Error(`${found.what} ${found.remedy}`)
}
