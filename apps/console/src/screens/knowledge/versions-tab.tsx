import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { textOfFailure } from '../../app/problem.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import { TextDiff } from '../../components/text-diff/text-diff.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import { readSourcesAgain, type Source, sourceKey } from './use-sources.ts'

/** Every version: what changed, and the way back. */
export function VersionsTab({ source, mayChange }: { source: Source; mayChange: boolean }) {
  const texts = useTexts()
  const messages = useMessages()
  const mayRehearse = mayUse(useSession(), 'policies')
  const [compared, compare] = useState<number>()
  const { attempt, problem } = useAttempt(readSourcesAgain)
  const path = { sourceId: source.id }
  const { data, error, refetch } = useQuery({
    queryKey: sourceKey(source.id, 'versions'),
    queryFn: ({ signal }) =>
      client.get('/api/knowledge/sources/{sourceId}/versions', { path, query: { limit: 100 }, signal }),
  })
  const restore = (version: number) =>
    attempt(() =>
      client.post('/api/knowledge/sources/{sourceId}/versions/{version}/restore', { path: { ...path, version } }),
    )
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <p aria-busy="true">{messages.loading}</p>
  const live = source.liveVersion
  return (
    <>
      <ProblemNotice error={problem} />
      <ol className={styles.items}>
        {data.items.map(({ version, createdAt, status, note, error, chunks, encoding, live: isLive }) => (
          <li key={version} data-live={isLive}>
            <strong>{texts.drawer.version(version)}</strong>{' '}
            {isLive && <span className={styles.tag}>{texts.drawer.live}</span>}{' '}
            <span className={styles.status} data-status={status}>
              {texts.status[status]}
            </span>
            <span className={styles.detail}>
              <RelativeTime at={createdAt} /> · {texts.chunkCount(chunks)}
              {encoding && encoding !== 'utf-8' && ` · ${encoding}`}
              {note && ` · ${note}`}
              {error &&
                ` · ${source.type === 'url' && error.code === 'no_text' ? texts.crawl.noText : textOfFailure(error, messages)}`}
            </span>
            <span className={styles.buttons}>
              <Link
                from="/knowledge/$source"
                to="/knowledge/$source"
                params={{ source: source.id }}
                search={(before) => ({ ...before, tab: 'text' as const, v: version })}
              >
                {texts.drawer.text}
              </Link>
              {status === 'Ready' && live !== null && !isLive && (
                <Button
                  aria-expanded={compared === version}
                  onClick={() => compare(compared === version ? undefined : version)}
                >
                  {texts.drawer.compare(version, live)}
                </Button>
              )}
              {mayRehearse && status === 'Ready' && !isLive && (
                <Link to="/testing/rehearsals" search={{ source: source.id, version }}>
                  {texts.drawer.rehearse(version)}
                </Link>
              )}
              {mayChange && status === 'Ready' && !isLive && (
                <Button onClick={() => restore(version)}>{texts.drawer.restore(version)}</Button>
              )}
            </span>
            {compared === version && live !== null && <Comparison source={source} from={version} to={live} />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Comparison({ source, from, to }: { source: Source; from: number; to: number }) {
  const texts = useTexts()
  const messages = useMessages()
  const path = { sourceId: source.id, version: from }
  const { data, error, refetch } = useQuery({
    queryKey: sourceKey(source.id, 'diff', from, to),
    queryFn: ({ signal }) =>
      client.get('/api/knowledge/sources/{sourceId}/versions/{version}/diff', { path, query: { to }, signal }),
  })
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <p aria-busy="true">{messages.loading}</p>
  if (data.diff === '') return <p role="status">{texts.drawer.same}</p>
  return (
    <TextDiff
      diff={data.diff}
      before={texts.drawer.version(from)}
      after={texts.drawer.version(to)}
      removed={texts.drawer.removed}
      added={texts.drawer.added}
    />
  )
}
