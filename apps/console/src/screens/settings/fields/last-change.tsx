import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useAgentNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { mayUse, useSession } from '../../../app/session.ts'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { useTexts } from '../texts.ts'

type LogKind = Schemas['AuditLogEntryKind']
export type LastChange = Pick<Schemas['AuditLogEntry'], 'actor' | 'at'>

const entriesPerRead = 100

/**
 * Finds who last changed a record, or a field of it, among the newest entries of the log of changes. Who may not read the
 * log is told of nobody.
 */
export function useLastChange(kind: LogKind) {
  const mayRead = mayUse(useSession(), 'analytics:read')
  const { data } = useQuery({
    queryKey: ['log', kind],
    queryFn: ({ signal }) => client.get('/api/analytics/log', { signal, query: { kind, limit: entriesPerRead } }),
    enabled: mayRead,
  })
  return ({ field, targetId }: { field?: string; targetId?: string }): LastChange | undefined =>
    data?.items.find(
      (entry) =>
        (targetId === undefined || entry.targetId === targetId) &&
        (field === undefined || (entry.changed?.includes(field) ?? false)),
    )
}

/** Who changed something, and when. */
export function ChangedBy({ change: { actor, at } }: { change: LastChange }) {
  const texts = useTexts()
  const names = useAgentNames()
  const name = (actor.kind === 'agent' && actor.id && names.get(actor.id)) || texts.byApi
  return (
    <span>
      {texts.changedBy(name)} <RelativeTime at={at} />
    </span>
  )
}
