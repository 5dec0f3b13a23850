import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { useMessages } from '../../app/language.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import { type Source, sourceKey } from './use-sources.ts'

/** The answers that rest on the source. */
export function UsageTab({ source }: { source: Source }) {
  const texts = useTexts()
  const messages = useMessages()
  const path = { sourceId: source.id }
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: sourceKey(source.id, 'usage'),
    ...inPages((signal, cursor) =>
      client.get('/api/knowledge/sources/{sourceId}/usage', { path, signal, query: { limit: 20, ...cursor } }),
    ),
  })
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  const usage = data?.pages[0]
  if (!usage) return <p aria-busy="true">{messages.loading}</p>
  return (
    <>
      <p>{texts.drawer.cited(usage.cited)}</p>
      <ol className={styles.items}>
        {data.pages
          .flatMap(({ items }) => items)
          .map(({ conversationId, messageId, quote, at }) => (
            <li key={messageId}>
              <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: conversationId }}>
                {texts.drawer.conversation}
              </Link>{' '}
              <RelativeTime at={at} />
              <blockquote dir="auto">{quote}</blockquote>
            </li>
          ))}
      </ol>
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
    </>
  )
}
