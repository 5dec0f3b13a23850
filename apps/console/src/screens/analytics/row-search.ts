import type { Schemas } from '@frontdesk/client'

/** The rows behind a number, as the address names them. */
export type RowSearch = {
  metric: Schemas['AnalyticsMetric']
  from?: string
  to?: string
  channel?: Schemas['ConversationChannel']
  tag?: string
  untagged?: 'true'
  score?: number
  reason?: Schemas['EscalationReason']
  policyId?: string
  sourceId?: string
  slaPolicyId?: string
  teamId?: string
  target?: Schemas['SlaTarget']
  judged?: 'right' | 'wrong'
  minConfidence?: number
  maxConfidence?: number
}

const names = [
  ...['from', 'to', 'channel', 'tag', 'reason', 'policyId', 'sourceId', 'slaPolicyId', 'teamId', 'target', 'judged'],
] as const
const numberNames = ['score', 'minConfidence', 'maxConfidence'] as const

/** Reads the address; what the server does not know it refuses, and says so on the page. */
export function readRowSearch(search: Record<string, unknown>): RowSearch {
  const given = names.flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  const numbers = numberNames.flatMap((name) =>
    typeof search[name] === 'number' ? [[name, search[name]] as const] : [],
  )
  const metric = typeof search.metric === 'string' ? search.metric : 'conversations'
  const untagged = String(search.untagged) === 'true' && { untagged: 'true' }
  return { ...Object.fromEntries([...given, ...numbers]), ...untagged, metric } as RowSearch
}
