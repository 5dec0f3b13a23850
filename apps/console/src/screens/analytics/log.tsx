import type { Schemas } from '@frontdesk/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAgentNames } from '../../app/agents.ts'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import { Select } from '../../components/select/select.tsx'
import { all } from './all.ts'
import styles from './analytics.module.css'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { CsvButton } from './csv-button.tsx'
import { logKinds } from './log-kinds.ts'
import { useAnalyticsTexts } from './texts.ts'

type Entry = Schemas['AuditLogEntry']
const pageSize = 50

/** Who changed what, and every bulk action, newest first. */
export function Log() {
  const texts = useAnalyticsTexts()
  const names = useAgentNames()
  const navigate = useNavigate()
  const { kind } = useSearch({ from: '/frame/analytics/log' })
  const [problem, setProblem] = useState<unknown>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['log', 'all', kind],
    ...inPages((signal, cursor) =>
      client.get('/api/analytics/log', { signal, query: { limit: pageSize, ...(kind && { kind }), ...cursor } }),
    ),
  })
  const items = data?.pages.flatMap((page) => page.items)
  const who = ({ actor }: Entry) =>
    actor.kind === 'agent' ? (names.get(actor.id ?? '') ?? texts.formerAgent) : texts.actors[actor.kind]
  const what = (entry: Entry) =>
    [
      entry.changed?.join(', '),
      entry.tag,
      entry.assignee && (names.get(entry.assignee) ?? entry.assignee),
      entry.requested !== undefined && texts.counted(entry.succeeded ?? 0, entry.failed ?? 0),
      entry.removed?.map(({ what: name, count }) => `${name} ${count}`).join(', '),
      entry.outcome === 'unknown' && texts.unknownOutcome,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <main className={styles.analytics}>
      <header className={styles.head}>
        <h1>{texts.log}</h1>
        <AnalyticsTabs />
        <span className={styles.filters}>
          <Select
            aria-label={texts.kind}
            value={kind ?? ''}
            choices={[['', texts.allKinds], ...logKinds.map((each) => [each, texts.kinds[each]] as const)]}
            onChange={(chosen) =>
              void navigate({ to: '/analytics/log', search: chosen === '' ? {} : { kind: chosen }, replace: true })
            }
          />
          <CsvButton
            file="log"
            fields={['at', 'who', 'kind', 'action', 'targetId', 'outcome', 'details']}
            records={async () => {
              const list = client.list('/api/analytics/log', { query: { limit: 100, ...(kind && { kind }) } })
              return (await all(list)).map((entry) => ({ ...entry, who: who(entry), details: what(entry) }))
            }}
            isDisabled={!items || items.length === 0}
            onProblem={setProblem}
          />
        </span>
      </header>
      <ProblemNotice error={error ?? problem} onRetry={() => void refetch()} />
      {items?.length === 0 && <EmptyState text={texts.noLog} />}
      {items && items.length > 0 && (
        <DataTable label={texts.log} columns={[texts.at, texts.who, texts.what, texts.details]} isBusy={isFetching}>
          {items.map((entry) => (
            <tr key={entry.id}>
              <td>
                <RelativeTime at={entry.at} />
              </td>
              <td dir="auto">{who(entry)}</td>
              <td>
                {texts.kinds[entry.kind]}: {entry.action.replaceAll('_', ' ')}
              </td>
              <td dir="auto">{what(entry)}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
    </main>
  )
}
