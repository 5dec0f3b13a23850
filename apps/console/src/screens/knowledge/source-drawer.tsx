import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { isGone } from '../../app/problem.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { wordsOf } from '../../app/split-text.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { CommittedField } from '../../components/committed-field/committed-field.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { ChunksTab } from './chunks-tab.tsx'
import { CrawlTab } from './crawl-tab.tsx'
import { Drawer } from './drawer.tsx'
import styles from './knowledge.module.css'
import { TextTab } from './text-tab.tsx'
import { useTexts } from './texts.ts'
import { UsageTab } from './usage-tab.tsx'
import { readSourcesAgain, sourceKey } from './use-sources.ts'
import { VersionsTab } from './versions-tab.tsx'

/** Few open a PDF: what shows it is loaded when somebody does. */
const PageTab = lazy(() => import('./document/page-tab.tsx').then((loaded) => ({ default: loaded.PageTab })))

const tabs = ['page', 'text', 'chunks', 'versions', 'crawl', 'usage'] as const

/** One source: its text, chunks, versions and pages, and the answers that rest on it. */
export function SourceDrawer() {
  const texts = useTexts()
  const messages = useMessages()
  const navigate = useNavigate()
  const mayChange = mayUse(useSession(), 'knowledge')
  const { source: sourceId } = useParams({ from: '/frame/knowledge/$source' })
  const { tab: asked, v, quote, at, ...filters } = useSearch({ from: '/frame/knowledge/$source' })
  const { attempt, problem } = useAttempt(readSourcesAgain)
  const {
    data: source,
    error,
    refetch,
  } = useQuery({
    queryKey: sourceKey(sourceId),
    queryFn: ({ signal }) => client.get('/api/knowledge/sources/{sourceId}', { path: { sourceId }, signal }),
  })
  // A place in the text is shown there, a quote where it stands in the document.
  const passage = `${sourceId} ${v} ${quote}`
  const [unfit, setUnfit] = useState('')
  const hasPages = source?.type === 'file' && /\.pdf$/i.test(source.source)
  const wanted = asked ?? (hasPages && quote !== undefined ? 'page' : 'text')
  const tab = wanted === 'page' && (!hasPages || unfit === passage) ? 'text' : wanted
  const close = async () => {
    await navigate({ to: '/knowledge', search: filters })
    document.getElementById(`source-${sourceId}`)?.focus()
  }
  const update = (body: { title: string } | { tags: string[] }) =>
    attempt(() => client.put('/api/knowledge/sources/{sourceId}', { path: { sourceId }, body }))
  return (
    <Drawer
      key={sourceId}
      title={source?.title ?? texts.columns.source}
      onClose={() => void close()}
      head={
        source &&
        (mayChange ? (
          <h2>
            <CommittedField
              className={styles.sourceTitle}
              label={texts.write.title}
              value={source.title}
              maxLength={500}
              onCommit={(title) => title !== '' && update({ title })}
            />
          </h2>
        ) : (
          <h2 dir="auto">{source.title}</h2>
        ))
      }
    >
      {error && <OpeningProblem error={error} wasThere={source !== undefined} onRetry={() => void refetch()} />}
      <ProblemNotice error={problem} />
      {!source && !error && <p aria-busy="true">{messages.loading}</p>}
      {source && !isGone(error) && (
        <>
          <p className={styles.detail} dir="auto">
            {source.source} · {texts.status[source.status]} · {texts.detail(source.version, source.chunks)}
          </p>
          {mayChange && (
            <div className={styles.tagField}>
              <span className={styles.detail} aria-hidden="true">
                {texts.write.tags}
              </span>
              <CommittedField
                className={styles.tags}
                label={texts.write.tags}
                placeholder={texts.write.tagsHint}
                value={source.tags.join(', ')}
                onCommit={(typed) => update({ tags: wordsOf(typed) })}
              />
            </div>
          )}
          <nav className={styles.tabs} aria-label={texts.drawer.tabs}>
            {tabs
              .filter((each) => (each !== 'crawl' || source.crawlId !== undefined) && (each !== 'page' || hasPages))
              .map((each) => (
                <Link
                  key={each}
                  to="/knowledge/$source"
                  params={{ source: sourceId }}
                  search={{
                    ...filters,
                    tab: each,
                    // The same passage, in the other view of it.
                    ...((each === 'page' || each === 'text') && {
                      ...(v !== undefined && { v }),
                      ...(quote !== undefined && { quote }),
                      ...(at !== undefined && { at }),
                    }),
                  }}
                  aria-current={each === tab ? 'page' : undefined}
                >
                  {texts.drawer[each]}
                </Link>
              ))}
          </nav>
          {tab === 'page' && (
            <Suspense fallback={<p aria-busy="true">{messages.loading}</p>}>
              <PageTab
                key={passage}
                sourceId={sourceId}
                version={v ?? source.liveVersion ?? source.version}
                title={source.title}
                quote={quote}
                onUnfit={() => setUnfit(passage)}
              />
            </Suspense>
          )}
          {tab === 'text' && wanted === 'page' && <p role="status">{texts.drawer.asText}</p>}
          {tab === 'text' && (
            <TextTab
              key={v}
              source={source}
              version={v ?? source.liveVersion ?? source.version}
              quote={quote}
              at={at}
              mayChange={mayChange}
            />
          )}
          {tab === 'chunks' && <ChunksTab source={source} />}
          {tab === 'versions' && <VersionsTab source={source} mayChange={mayChange} />}
          {tab === 'crawl' && source.crawlId !== undefined && (
            <CrawlTab crawlId={source.crawlId} mayChange={mayChange} />
          )}
          {tab === 'usage' && <UsageTab source={source} />}
        </>
      )}
    </Drawer>
  )
}
