import type { Schemas } from '@frontdesk/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { Select } from '../../components/select/select.tsx'
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
  const { attempt, problem } = useAttempt(() => void queryClient.invalidateQueries({ queryKey: ['suggestions'] }))
  const [wholes, setWholes] = useState<ReadonlyMap<string, Suggestion>>(new Map())
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['suggestions', status],
    ...inPages((signal, cursor) =>
      client.get('/api/analytics/suggestions', { signal, query: { status, limit: pageSize, ...cursor } }),
    ),
    refetchInterval: status === 'checking' ? pollMs : false,
  })
  const items = data?.pages.flatMap((page) => page.items)
  const path = ({ id }: Suggestion) => ({ path: { suggestionId: id } })
  const showAll = (suggestion: Suggestion) =>
    attempt(async () => {
      const whole = await client.get('/api/analytics/suggestions/{suggestionId}', path(suggestion))
      setWholes(new Map(wholes).set(whole.id, whole))
    })
  const accept = (suggestion: Suggestion, body: Schemas['AcceptSuggestionRequest']) =>
    attempt(() => client.post('/api/analytics/suggestions/{suggestionId}/accept', { ...path(suggestion), body }))
  const dismiss = (suggestion: Suggestion) =>
    attempt(() => client.post('/api/analytics/suggestions/{suggestionId}/dismiss', path(suggestion)))
  return (
    <main className={styles.analytics}>
      <header className={styles.head}>
        <h1>{texts.suggestions}</h1>
        <AnalyticsTabs />
        <span className={styles.filters}>
          <Select
            aria-label={texts.status}
            value={status}
            choices={suggestionStatuses.map((each) => [each, texts.statuses[each]])}
            onChange={(state) => void navigate({ to: '/analytics/suggestions', search: { state }, replace: true })}
          />
        </span>
      </header>
      <ProblemNotice error={error ?? problem} onRetry={() => void refetch()} />
      {items?.length === 0 && <EmptyState text={texts.noSuggestions[status]} />}
      <ul className={styles.cards}>
        {items
          ?.map((listed) => wholes.get(listed.id) ?? listed)
          .map((suggestion) => (
            <li key={`${suggestion.id} ${suggestion.proposal?.at} ${suggestion.draft.isCut}`}>
              <SuggestionCard
                suggestion={suggestion}
                mayChange={mayChange}
                onAccept={(body) => accept(suggestion, body)}
                onDismiss={() => dismiss(suggestion)}
                onShowAll={() => showAll(suggestion)}
              />
            </li>
          ))}
      </ul>
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
    </main>
  )
}
