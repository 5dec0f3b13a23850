import type { Schemas } from '@frontdesk/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { useLanguage, useMessages } from '../../app/language.tsx'
import { exactTime } from '../../app/relative-time.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { all } from './all.ts'
import styles from './analytics.module.css'
import { CsvButton } from './csv-button.tsx'
import { shownDuration } from './shown-duration.ts'
import { useAnalyticsTexts } from './texts.ts'

type Row = Schemas['AnalyticsRow']
const pageSize = 50
const exported = [
  'at',
  'conversationId',
  'messageId',
  'channel',
  'outcome',
  'reason',
  'confidence',
  'judged',
  'how',
  'by',
  'ms',
] as const
const exportedToo = ['score', 'slaPolicyName', 'target', 'teamId', 'sourceId', 'title', 'count'] as const

/** The facts that a number counts, newest first, and all of them as a file. */
export function Rows() {
  const { language } = useLanguage()
  const messages = useMessages()
  const texts = useAnalyticsTexts()
  const search = useSearch({ from: '/frame/analytics/rows' })
  const [problem, setProblem] = useState<unknown>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['analytics', 'rows', search],
    ...inPages((signal, cursor) =>
      client.get('/api/analytics/rows', { signal, query: { ...search, limit: pageSize, ...cursor } }),
    ),
  })
  const items = data?.pages.flatMap((page) => page.items)
  const reasons: Record<string, string> = messages.thread.reasons
  const detail = (row: Row): string =>
    [
      row.channel && messages.channel[row.channel],
      row.outcome && messages.thread.outcome[row.outcome],
      row.reason && (reasons[row.reason] ?? row.reason),
      row.confidence !== undefined && messages.thread.sure(Math.round(row.confidence * 100)),
      row.judged && texts.calibration.verdicts[row.judged],
      row.how && texts.how[row.how],
      row.by && texts.resolvers[row.by],
      row.ms !== undefined && shownDuration(row.ms, language),
      row.score !== undefined && texts.stars(row.score),
      row.slaPolicyName,
      row.target && texts.targets[row.target],
      row.policies?.map(({ name }) => name).join(', '),
      row.title,
      row.count?.toLocaleString(language),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <main className={styles.analytics}>
      <p>
        <Link to="/analytics">{texts.back}</Link>
      </p>
      <header className={styles.head}>
        <h1>{texts.metrics[search.metric] ?? search.metric}</h1>
        <span className={styles.note}>
          {[search.from, search.to].filter(Boolean).join(' – ')}
          {search.tag !== undefined && ` · ${search.tag}`}
          {search.untagged && ` · ${texts.noTag}`}
          {search.score !== undefined && ` · ${texts.stars(search.score)}`}
          {search.channel !== undefined && ` · ${messages.channel[search.channel]}`}
        </span>
        <span className={styles.filters}>
          <CsvButton
            file={search.metric}
            fields={[...exported, ...exportedToo]}
            records={() => all(client.list('/api/analytics/rows', { query: { ...search, limit: 100 } }))}
            isDisabled={!items || items.length === 0}
            onProblem={setProblem}
          />
        </span>
      </header>
      <ProblemNotice error={error ?? problem} onRetry={() => void refetch()} />
      {items?.length === 0 && <EmptyState text={texts.noRows} />}
      {items && items.length > 0 && (
        <DataTable label={texts.rows} columns={[texts.at, texts.details, texts.conversation]} isBusy={isFetching}>
          {items.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no id of its own, and rows are only added
            <tr key={i}>
              <td>
                <time dateTime={row.at}>{exactTime(row.at, language)}</time>
              </td>
              <td dir="auto">{detail(row)}</td>
              <td>
                {row.conversationId !== undefined && (
                  <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: row.conversationId }}>
                    {texts.open}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
    </main>
  )
}
