import type { NewEvent, OutboxEvent } from './port.ts'

/** Events as an outbox holds them, numbered from the one after `after` on, without a gap. */
export const numbered = (events: NewEvent[], after: number): OutboxEvent[] =>
  events.map(({ id, subject, headers, body }, i) => ({ id, subject, headers, body, sequence: after + i + 1 }))
