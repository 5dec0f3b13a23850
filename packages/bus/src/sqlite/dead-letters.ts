import { randomUUID } from 'node:crypto'
import { type Clock, ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import type { BusEvent, DeadLetter, DeadLetters, Reason } from '../port.ts'

type Row = Omit<DeadLetter, 'reason'> & { number: number; code: string; message: string }
type DeadLetterRow = { eventId: string; groupNumber: number; headers: string } & Row

const columns = `l.number, l.id, l.tenant, g.name AS "group", l.subject, l.key, l.sequence, l.code, l.message, l.attempts,
  l.at, l.bytes`

/** Inside a write: keeps an event that its group could not handle. */
export function storeDeadLetter(
  { store, clock }: { store: SqliteStore; clock: Clock },
  group: number,
  event: BusEvent,
  attempts: number,
  reason: Reason,
  at = clock.now(),
): void {
  store
    .statement(
      `INSERT INTO bus_dead_letters
         (id, group_number, event_id, tenant, subject, key, sequence, headers, bytes, code, message, attempts, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      randomUUID(),
      group,
      event.id,
      event.tenant,
      event.subject,
      event.key,
      event.sequence,
      JSON.stringify(event.headers),
      event.bytes,
      reason.code,
      reason.message,
      attempts,
      at,
    )
}

/** `again`: runs inside the write, gives the event to its group and answers what to do after the commit. */
export function deadLetters(
  store: SqliteStore,
  again: (event: BusEvent, groupNumber: number) => () => void,
): DeadLetters {
  return {
    async list(tenant, { limit, cursor }) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
      if (!Number.isSafeInteger(before)) {
        throw new ServiceError('invalid_request', {
          detail: 'The cursor does not belong to this list.',
          errors: [{ path: 'cursor', message: 'not a cursor of this list' }],
        })
      }
      const rows = store
        .statement(
          `SELECT ${columns} FROM bus_dead_letters l JOIN bus_groups g ON g.number = l.group_number
           WHERE l.tenant = ? AND l.number < ? ORDER BY l.number DESC LIMIT ?`,
        )
        .all(tenant, before, limit + 1) as Row[]
      const page = rows.slice(0, limit)
      return {
        items: page.map(({ number: _, code, message, ...row }) => ({ ...row, reason: { code, message } })),
        nextCursor: rows.length > limit ? String(page.at(-1)!.number) : null,
      }
    },

    async retry(tenant, id) {
      const afterCommit = await store.write(() => {
        const row = store
          .statement(
            `SELECT *, event_id AS eventId, group_number AS groupNumber FROM bus_dead_letters WHERE tenant = ? AND id = ?`,
          )
          .get(tenant, id) as DeadLetterRow | undefined
        if (!row) return undefined
        store.statement('DELETE FROM bus_dead_letters WHERE number = ?').run(row.number)
        const { eventId, subject, key, sequence, headers, bytes } = row
        const event = { id: eventId, subject, tenant, key, sequence, headers: JSON.parse(headers), bytes }
        return again(event, row.groupNumber)
      })
      afterCommit?.()
      return afterCommit !== undefined
    },

    async remove(tenant, id) {
      const result = await store.write(() =>
        store.statement('DELETE FROM bus_dead_letters WHERE tenant = ? AND id = ?').run(tenant, id),
      )
      return Number(result.changes) === 1
    },
  }
}
