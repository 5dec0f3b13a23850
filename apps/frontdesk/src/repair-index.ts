import { setTimeout as sleep } from 'node:timers/promises'
import { ingestService } from '@frontdesk/ingest'
import { readIndexCheck, requestIndexCheck, retrievalService } from '@frontdesk/retrieval'
import { openDocumentsBeside, openLog, startServices } from '@frontdesk/service'
import { progressLines } from './backup/progress.ts'

const pollIntervalMs = 250
/** A retrieval process looks every two seconds for something to do. */
const takenUpWithinMs = 30_000

type IndexCheck = NonNullable<Awaited<ReturnType<typeof readIndexCheck>>>

function summaryOf({ checked, missing, repaired, failed, otherModel = 0 }: IndexCheck): string {
  const others = `, ${otherModel} belong to another embedding model and wait until its change has ended`
  const found = `checked ${checked} sources: ${missing} lacked chunks, ${repaired} were restored, ${failed} could not be restored`
  return otherModel === 0 ? found : `${found}${others}`
}

/**
 * Has the search index looked through and written again where it lacks something, and waits for the end. Throws when an outage
 * ends it early. The retrieval
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
    const request = await requestIndexCheck(documents)
    const askedAt = performance.now()
    for (;;) {
      const check = await readIndexCheck(documents)
      if (check && (check.answered ?? 0) >= request) return void process.stderr.write(`${summaryOf(check)}\n`)
      const isBegun = (check?.begunFor ?? 0) >= request
      if (!isBegun && performance.now() - askedAt > takenUpWithinMs) {
        throw new Error('No retrieval service accepted the request: is one running? See its log.')
      }
      if (isBegun && check?.interrupted !== undefined) {
        throw new Error(`The check of the index is incomplete: ${check.interrupted} So far: ${summaryOf(check)}.`)
      }
      progress('sources', check?.checked ?? 0)
      await sleep(pollIntervalMs)
    }
  } finally {
    await beside?.close()
    await own?.stop()
  }
}
