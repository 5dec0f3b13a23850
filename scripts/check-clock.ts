import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitWith } from './exit-with.ts'

/**
 * Whatever decides by time takes the clock that it is given (`Clock`, `callAt`, `pauseBy` of `@frontdesk/contracts`), so that
 * a test can move it. These read the machine's time or set its timers themselves, for the reason beside them.
 */
const inRealTime: Record<string, string> = {
  'packages/contracts/src/clock.ts': 'is the clock',
  'packages/backup/src/archive-target.ts': 'files of an archive have the time of the machine',
  'packages/backup/src/write-backup.ts': 'a command of its own: notes when it ran',
  'packages/jobs/src/lease.ts': 'renewal of a lease',
  'packages/service/src/movable-clock.ts': 'is the clock of tests',
  'packages/service/src/settle.ts': 'bounds how long a test waits',
  'packages/service/src/deliver.ts': 'limit of a handler, renewal of its lease while it lives',
  'packages/service/src/health.ts': 'limit of a health check, pause between two',
  'packages/service/src/singleton-lease.ts': 'renewal of a lease',
  'packages/service/src/log.ts': 'log lines have the time of the machine, beside those of other programs',
  'packages/service/src/log-wait.ts': 'says what a start waits for',
  'packages/service/src/message-metrics.ts': 'limit of a look at the bus',
  'packages/service/src/otlp-tracer.ts': 'pause between two tries to reach a collector',
  'packages/service/src/relay.ts': 'a sweep for what a crash left; how old that is tells the clock',
  'packages/service/src/restore-mark.ts': 'notes when a restore began',
  'packages/service/src/start-services.ts': 'waits for servers at the start',
  'packages/service/src/stop-on-signals.ts': 'limit of a stop',
  'packages/blobs/src/nats-object-store.ts': 'on servers, which keep their own time',
  'packages/blobs/src/nats/sweep.ts': 'on servers',
  'packages/bus/src/in-process/deadlines.ts': 'deadline of a request that somebody waits for',
  'packages/bus/src/nats/consume.ts': 'on servers',
  'packages/bus/src/nats/dead-letters.ts': 'on servers',
  'packages/bus/src/nats/delivery.ts': 'on servers',
  'packages/bus/src/nats/flow-window.ts': 'on servers',
  'packages/bus/src/nats/keeping.ts': 'on servers',
  'packages/bus/src/nats/open-stream.ts': 'on servers',
  'packages/bus/src/nats/pull.ts': 'on servers',
  'packages/bus/src/nats/serve-stream.ts': 'on servers',
  'packages/bus/src/sqlite/deliver-with-lease.ts': 'lease of a handler that lives, and a disk that is full',
  'packages/chunk-index/src/sqlite/chunk-thread.ts': 'upkeep of its files while nobody asks, rests of writes',
  'packages/documents/src/mongo/restoring.ts': 'on servers: outboxes go by the age of their first event',
  'packages/documents/src/mongo/writes.ts': 'on servers: outboxes go by the age of their first event',
  'packages/documents/src/mongo/migrate.ts': 'on servers',
  'packages/documents/src/mongo/restore-mark.ts': 'on servers: notes when a restore began',
  'packages/documents/src/mongo/storage-error.ts': 'on servers',
  'packages/documents/src/sqlite/outbox.ts': 'orders writes, decides nothing',
  'packages/documents/src/update.ts': 'pause of milliseconds after a conflict',
  'packages/models/src/deadline.ts': 'limit of a request',
  'packages/outbound-http/src/open-outbound-http.ts': 'limit of a request',
  'packages/sqlite/src/group-commit.ts': 'waits for the lock of another program',
  'packages/sqlite/src/migrate.ts': 'notes when a migration ran',
  'services/channels/src/outbound/send-message.ts': 'limit of a request',
  'services/chat/src/turns/filter-as-it-grows.ts': 'pace of an answer that somebody reads',
  'services/chat/src/turns/stop-with-grace.ts': 'limit of a stop',
  'services/chat/src/turns/turn-lease.ts': 'renewal of a lease',
  'services/chat/src/turns/live-turns.ts': 'a reader looks again after so long at most',
  'services/chat/src/conversations/run-bulk.ts': 'leaves room for others between two pages',
  'services/ingest/src/sources/run-source-bulk.ts': 'how often a request looks whether another process is done',
  'services/contacts/src/merge/merge-contacts.ts': 'how long a request waits for a merge',
  'services/crawler/src/site/wait-for-turn.ts': 'pace at sites of others, renewal of a lease',
  'services/gateway/src/answer/open-streams.ts': 'limit of a stop',
  'services/gateway/src/requests/idempotency.ts': 'renewal of a lease',
  'services/gateway/src/requests/limit-slow-bodies.ts': 'limit of a request',
  'services/gateway/src/uploads/receive-upload.ts': 'limit of a request',
  'services/gateway/src/answer/server-sent-events.ts': 'keeps a connection open',
  'services/gateway/src/keys/watch-key.ts': 'a stream looks from time to time whether its key still holds',
  'services/ingest/src/extraction/ocr/ocr-worker.ts': 'lets go of memory',
  'packages/threads/src/run-on-thread.ts': 'limit of a thread',
  'packages/threads/src/thread-pool.ts': 'lets go of memory',
  'packages/threads/src/watch-buffers.ts': 'watches the memory of a thread',
  'services/retrieval/src/embedding/renew-lease.ts': 'renewal of a lease',
  'services/webhook-dispatcher/src/listen/follow-listener.ts': 'how often an open stream looks for more',
  'services/webhook-dispatcher/src/lanes/process-places.ts': 'which requests are slow',
  'services/webhook-dispatcher/src/lanes/request-slots.ts': 'pace of requests a second',
}

const usesMachineTime = /\bDate\.now\b|\bnew Date\(\)|\bset(?:Timeout|Interval)\(|\bsetTimeout as\b|\bsetInterval as\b/
/** What runs beside a platform, or only in tests. */
const isElsewhere = /\.test(?:-d)?\.ts$|\/conformance|-for-test\.ts$|\/testing\/|^packages\/(?:client|testing|nats)\//

/** What is wrong: a use that has no reason here, and a reason that has no use any more. */
export function clockFaults(sources: Record<string, string>, reasons = inRealTime): string[] {
  const using = Object.keys(sources).filter((path) => usesMachineTime.test(sources[path]!))
  return [
    ...using
      .filter((path) => !Object.hasOwn(reasons, path))
      .map(
        (path) =>
          `${path} reads the machine's time: use the clock of the context (callAt, pauseBy), or say why not in scripts/check-clock.ts`,
      ),
    ...Object.keys(reasons)
      .filter((path) => !using.includes(path))
      .map((path) => `${path} does not read the machine's time any more: take it out of scripts/check-clock.ts`),
  ]
}

/** What is wrong in this repository. */
export function findFaults(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const listed = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    'packages/*/src/*.ts',
    'services/*/src/*.ts',
  ]
  const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const read = (path: string) => {
    try {
      return readFileSync(`${root}/${path}`, 'utf8')
    } catch {
      // Removed, and not committed yet.
      return ''
    }
  }
  return clockFaults(
    Object.fromEntries(paths.filter((path) => !isElsewhere.test(path)).map((path) => [path, read(path)])),
  )
}

if (import.meta.main) exitWith(findFaults())
