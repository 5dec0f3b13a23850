import { emptyInspection, type Finding, findingsOfClock, type Inspection, systemClock } from '@frontdesk/contracts'
import { appliedMigrations, pendingMigrations, type ReadableStore } from '@frontdesk/sqlite'
import { migrations } from './schema.ts'

const groupsSql = `
  SELECT g.name AS "group",
    (SELECT group_concat(subject, ' ') FROM bus_subscriptions s WHERE s.group_number = g.number) AS subjects,
    (SELECT count(*) FROM bus_deliveries d WHERE d.group_number = g.number) AS waiting
  FROM bus_groups g ORDER BY g.name`

/** Written by a process whose clock was ahead, or this one is behind. */
const findingsOfFuture = (newest: number): Finding[] =>
  newest <= systemClock.now()
    ? []
    : findingsOfClock('the process that wrote the newest event', newest, systemClock.now())

/** What the embedded bus finds in its tables: groups with what waits for each, dead letters. Changes nothing. */
export function inspectSqliteBus(store: ReadableStore): Inspection {
  const inspection = emptyInspection('bus')
  const pending = pendingMigrations(store, 'bus', migrations.length)
  inspection.pending.push(...pending.map((number) => `migration ${number} of the bus`))
  if (pending.includes(1)) return inspection
  const applied = appliedMigrations(store, 'bus')
  if (applied > migrations.length) {
    const what = `The events were written by a newer release (migration ${applied}, this one knows ${migrations.length}).`
    const remedy = 'Run that release, or restore a backup from before it.'
    inspection.findings.push({ level: 'fault', what, remedy, blocksUpgrade: true })
  }
  const count = (table: string) => (store.statement(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
  const letters = count('bus_dead_letters')
  inspection.settings = {
    backend: 'tables of main.db',
    migration: `${migrations.length - pending.length} of ${migrations.length}`,
    'stored events': count('bus_events'),
    'dead letters': letters,
  }
  const { newest } = store.statement('SELECT max(published_at) AS newest FROM bus_events').get() as {
    newest: number | null
  }
  inspection.findings.push(...findingsOfFuture(newest ?? 0))
  inspection.lists.push({ title: 'groups', rows: store.statement(groupsSql).all() as Inspection['lists'][0]['rows'] })
  if (letters > 0) {
    inspection.findings.push({
      level: 'fault',
      what: `${letters} events could not be handled and wait for a decision.`,
      remedy:
        'GET /api/dead-letters shows the reasons. Fix the cause, then POST /api/dead-letters/{id}/retry, or DELETE the event.',
    })
  }
  return inspection
}
