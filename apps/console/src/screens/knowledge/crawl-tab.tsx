import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { useMessages } from '../../app/language.tsx'
import { isGone, textOfFailure } from '../../app/problem.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import { readSourcesAgain, sourceKey } from './use-sources.ts'

const pollMs = 2_000

/** The pages that were read, and why others were not. */
export function CrawlTab({ crawlId, mayChange }: { crawlId: string; mayChange: boolean }) {
  const texts = useTexts()
  const messages = useMessages()
  const { attempt, problem } = useAttempt(readSourcesAgain)
  const path = { crawlId }
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: sourceKey('crawl', crawlId),
    ...inPages((signal, cursor) => client.get('/api/crawls/{crawlId}', { path, signal, query: cursor })),
    refetchInterval: ({ state }) =>
      !isGone(state.error) && state.data?.pages[0]?.state === 'running' ? pollMs : false,
  })
  if (error) return <OpeningProblem error={error} wasThere={data !== undefined} onRetry={() => void refetch()} />
  const crawl = data?.pages[0]
  if (!crawl) return <p aria-busy="true">{messages.loading}</p>
  const { counts } = crawl
  const isRunning = crawl.state === 'running'
  return (
    <>
      <p role="status">
        {texts.crawl.counts(counts.fetched, counts.failed, counts.skipped, counts.queued, counts.noText)}
      </p>
      {crawl.error && <p>{textOfFailure(crawl.error, messages)}</p>}
      <ProblemNotice error={problem} />
      {mayChange && (
        <span className={styles.buttons}>
          {isRunning ? (
            <Button onClick={() => attempt(() => client.post('/api/crawls/{crawlId}/cancel', { path }))}>
              {messages.cancel}
            </Button>
          ) : (
            <Button onClick={() => attempt(() => client.post('/api/crawls/{crawlId}/rerun', { path }))}>
              {texts.crawl.again}
            </Button>
          )}
        </span>
      )}
      <ol className={styles.items}>
        {data.pages
          .flatMap(({ pages }) => pages)
          .map(({ url, status, reason, httpStatus, change, unreadCode }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
              <span className={styles.detail}>
                {[
                  (texts.crawl.status as Record<string, string>)[status] ?? status,
                  httpStatus,
                  unreadCode === 'no_text' ? texts.crawl.noText : reason,
                  change,
                ]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </span>
            </li>
          ))}
      </ol>
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
    </>
  )
}
