import type { Schemas } from '@frontdesk/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { noteSignedOut, queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './analytics.module.css'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { SuggestionCard } from './suggestion-card.tsx'
import { suggestionStatuses } from './suggestion-statuses.ts'
import { useAnalyticsTexts } from './texts.ts'

type Suggestion = Schemas['Suggestion']

const pageSize = 25
const pollMs = 2_000

/** What the knowledge lacks: questions that were asked and not answered, with a draft for each group. */
export function Suggestions() {
  const texts = useAnalyticsTexts()
  const navigate = useNavigate()
  const { state: status = 'open' } = useSearch({ from: '/frame/analytics/suggestions' })
  const mayChange = mayUse(useSession(), 'analytics')
  const [problem, setProblem] = useState<unknown>()
  const [wholes, setWholes] = useState<ReadonlyMap<string, Suggestion>>(new Map())
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['suggestions', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.get('/api/analytics/suggestions', {
        signal,
        query: { status, limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: status === 'checking' ? pollMs : false,
  })
  const items = data?.pages.flatMap((page) => page.items)
  const showAll = ({ id }: Suggestion) =>
    run(
      client
        .get('/api/analytics/suggestions/{suggestionId}', { path: { suggestionId: id } })
        .then((whole) => setWholes(new Map(wholes).set(id, whole))),
    )
  const run = async (work: Promise<unknown>) => {
    setProblem(undefined)
    try {
      await work
      await queryClient.invalidateQueries({ queryKey: ['suggestions'] })
    } catch (failed) {
      noteSignedOut(failed)
      setProblem(failed)
    }
  }
  const accept = ({ id }: Suggestion, body: Schemas['AcceptSuggestionRequest']) =>
    run(client.post('/api/analytics/suggestions/{suggestionId}/accept', { path: { suggestionId: id }, body }))
  const dismiss = ({ id }: Suggestion) =>
    run(client.post('/api/analytics/suggestions/{suggestionId}/dismiss', { path: { suggestionId: id } }))
  return (
    <main className={styles.analytics}>
      <header className={styles.head}>
        <h1>{texts.suggestions}</h1>
        <AnalyticsTabs />
        <span className={styles.filters}>
          <select
            aria-label={texts.status}
            value={status}
            onChange={({ target }) => {
              const chosen = suggestionStatuses.find((each) => each === target.value)
              void navigate({
                to: '/analytics/suggestions',
                search: { ...(chosen && { state: chosen }) },
                replace: true,
              })
            }}
          >
            {suggestionStatuses.map((each) => (
              <option key={each} value={each}>
                {texts.statuses[each]}
              </option>
            ))}
          </select>
        </span>
      </header>
      {(error ?? problem) ? <ProblemNotice error={error ?? problem} onRetry={() => void refetch()} /> : null}
      {items?.length === 0 && <EmptyState text={texts.noSuggestions[status]} />}
      <ul className={styles.cards}>
        {items
          ?.map((listed) => wholes.get(listed.id) ?? listed)
          .map((suggestion) => (
            <li key={`${suggestion.id} ${suggestion.proposal?.at} ${suggestion.draft.isCut}`}>
              <SuggestionCard
                suggestion={suggestion}
                mayChange={mayChange}
                onAccept={(body) => void accept(suggestion, body)}
                onDismiss={() => void dismiss(suggestion)}
                onShowAll={() => void showAll(suggestion)}
              />
            </li>
          ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{texts.more}</Button>}
    </main>
  )
}
