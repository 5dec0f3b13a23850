import { type BodyOf, gateway, newId } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { GatewayContext } from '../context.ts'

/** An entry stays in the collection of changes so long after it was told, as those of `record-changes.ts` do. */
const keptMs = 10 * 60_000

type Entry = Pick<
  BodyOf<typeof gateway.events.changeRecorded>,
  'kind' | 'actor' | 'action' | 'targetId' | 'failed' | 'changed'
>

/** Writes what happened around signing in to the log of the context's tenant. */
export async function logSignIn(entry: Entry, context: GatewayContext): Promise<void> {
  const id = newId('act')
  const told = { id, at: timestampOf(context.clock), outcome: 'done' as const, ...entry }
  const { id: _, ...record } = told
  await context.commit(context.collections.changes, id, () => ({
    body: { ...record, cause: context.cause, dueAt: context.clock.now() + keptMs },
    events: [context.event(gateway.events.changeRecorded, told)],
  }))
}
