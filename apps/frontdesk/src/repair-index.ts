import { setTimeout as sleep } from 'node:timers/promises'
import { ingestService } from '@frontdesk/ingest'
import { readIndexCheck, requestIndexCheck, retrievalService } from '@frontdesk/retrieval'
import { openDocumentsBeside, openLog, startServices } from '@frontdesk/service'
import { progressLines } from './backup/progress.ts'

const lookEveryMs = 250
/** A retrieval process looks every two seconds for something to do. */
const takenUpWithinMs = 30_000

/**
 * Has the search index looked through and written again where it lacks something, and waits for the end. The retrieval
 * service does it: the one that runs, or one that is started here for as long as nobody has the data folder.
 */
export async function repairIndex(env: Record<string, string | undefined>): Promise<void> {
  const progress = progressLines()
  const beside = await openDocumentsBeside(env)
  const own = beside
    ? undefined
    : await startServices([retrievalService, ingestService], { env, log: openLog({ level: 'warn' }) })
  const documents = beside?.documents ?? own!.opened.ports.documents
  try {
    const askedAt = Date.now()
    await requestIndexCheck(documents, askedAt)
    for (;;) {
      const check = await readIndexCheck(documents)
      const isBegun = (check?.startedAt ?? 0) >= askedAt
      if (!isBegun && Date.now() - askedAt > takenUpWithinMs) {
        throw new Error('No retrieval service took the request up: is one running? See its log.')
      }
      if (isBegun && (check?.finishedAt ?? 0) >= check!.startedAt!) {
        const { checked, missing, repaired, failed } = check!
        process.stderr.write(
          `looked at ${checked} sources: ${missing} lacked chunks, ${repaired} were written again, ${failed} could not be\n`,
        )
        return
      }
      progress('sources', check?.checked ?? 0)
      await sleep(lookEveryMs)
    }
  } finally {
    await beside?.close()
    await own?.stop()
  }
}
