import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../../components/button/button.tsx'
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
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.get('/api/knowledge/sources/{sourceId}/chunks', {
        path,
        signal,
        query: { limit: 50, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
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
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{texts.more}</Button>}
    </>
  )
}
