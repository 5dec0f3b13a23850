import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { useMessages } from '../../app/language.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import { type Source, sourceKey } from './use-sources.ts'

/** The passages that the AI agent finds. */
export function ChunksTab({ source }: { source: Source }) {
  const texts = useTexts()
  const messages = useMessages()
  const path = { sourceId: source.id }
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: sourceKey(source.id, 'chunks'),
    ...inPages((signal, cursor) =>
      client.get('/api/knowledge/sources/{sourceId}/chunks', { path, signal, query: { limit: 50, ...cursor } }),
    ),
  })
  const chunks = data?.pages.flatMap(({ items }) => items) ?? []
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <p aria-busy="true">{messages.loading}</p>
  return (
    <>
      {chunks.length === 0 && <p>{texts.drawer.noChunks}</p>}
      <ol className={styles.items}>
        {chunks.map(({ index, heading, page, text }) => (
          <li key={index}>
            <span className={styles.detail} dir="auto">
              {[`${index + 1}`, heading, page !== undefined && texts.drawer.onPage(page)].filter(Boolean).join(' · ')}
            </span>
            <div dir="auto" className={styles.text}>
              {text}
            </div>
          </li>
        ))}
      </ol>
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
    </>
  )
}
