import { Link, Outlet, useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { AddPages } from './add-pages.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { acceptedFiles } from './check-files.ts'
import { Contradictions } from './contradictions.tsx'
import { ImportSources } from './import-sources.tsx'
import styles from './knowledge.module.css'
import { SampleNotice } from './sample-notice.tsx'
import { sampleSources, sampleTag } from './samples.ts'
import { SourceFilterFields } from './source-filters.tsx'
import { SourceTable } from './source-table.tsx'
import { useTexts } from './texts.ts'
import { TryQuestion } from './try-question.tsx'
import { UploadQueue } from './upload-queue.tsx'
import { useAddSources } from './use-add-sources.ts'
import { type Source, type SourceFilters, useSources } from './use-sources.ts'
import { WriteText } from './write-text.tsx'

/** What the AI agent knows: sources, adding them, and trying a question on them. */
export function Knowledge() {
  const { language } = useLanguage()
  const texts = useTexts()
  const navigate = useNavigate()
  const mayChange = mayUse(useSession(), 'knowledge')
  const { q, type, status, tag } = useSearch({ from: '/frame/knowledge' })
  const filters: SourceFilters = {
    ...(q && { q }),
    ...(type && { type }),
    ...(status && { status }),
    ...(tag && { tag }),
  }
  const open = useMatches().at(-1)
  const openId = (open?.params as { source?: string } | undefined)?.source
  const { sources, error, isPending, refetch, hasNextPage, fetchNextPage } = useSources(filters)
  const known = new Set(sources.map(({ source }) => source))
  const { lines, clearLines, attempt, upload, addPages, addTexts } = useAddSources(known)
  const [deleting, setDeleting] = useState<Source>()
  const [dialog, setDialog] = useState<'urls' | 'text' | 'import'>()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const [told, tell] = useState('')
  const [isOver, setOver] = useState(false)
  const closeDialog = () => setDialog(undefined)
  const onFilter = useCallback(
    (next: SourceFilters) => void navigate({ to: '/knowledge', search: next, replace: true }),
    [navigate],
  )

  const chosen = sources.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const isFiltered = Object.keys(filters).length > 0
  const isEmpty = !isPending && !error && sources.length === 0
  const countOf = (status: Source['status']) => sources.filter((source) => source.status === status).length
  return (
    <main
      className={styles.screen}
      data-open={open?.routeId !== '/frame/knowledge'}
      data-over={isOver}
      onDragOver={(event) => {
        if (!mayChange || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!mayChange) return
        event.preventDefault()
        setOver(false)
        void upload([...event.dataTransfer.files])
      }}
    >
      <h1 className={styles.narrowTitle}>{texts.title}</h1>
      <div className={styles.knowledge} aria-busy={isPending}>
        <header className={styles.head}>
          <h1>{texts.title}</h1>
          <p role="status" className={styles.counts}>
            {!isPending &&
              !isFiltered &&
              (['Ready', 'Processing', 'Failed'] as const).map((status) => (
                <Link key={status} to="/knowledge" search={{ status }}>
                  {texts.status[status]} {countOf(status).toLocaleString(language)}
                  {hasNextPage && '+'}
                </Link>
              ))}
          </p>
          <span className={styles.add}>
            {mayChange && (
              <>
                <label className={styles.files}>
                  <span>{texts.chooseFiles}</span>
                  <input
                    type="file"
                    multiple
                    accept={acceptedFiles}
                    onChange={(event) => {
                      void upload([...(event.target.files ?? [])])
                      event.target.value = ''
                    }}
                  />
                </label>
                <Button onClick={() => setDialog('urls')}>{texts.addUrls}</Button>
                <Button onClick={() => setDialog('text')}>{texts.writeText}</Button>
              </>
            )}
            <details className={styles.menu}>
              <summary>{texts.moreActions}</summary>
              <div>
                {(['zip', 'json', 'markdown'] as const).map((format) => (
                  <a key={format} href={`/api/knowledge/export?format=${format}`} download>
                    {texts.export[format]}
                  </a>
                ))}
                {mayChange && (
                  <Button look="quiet" onClick={() => setDialog('import')}>
                    {texts.import.title}
                  </Button>
                )}
                <Link to="/knowledge/duplicates" search={filters}>
                  {texts.duplicates.title}
                </Link>
              </div>
            </details>
          </span>
        </header>
        {mayChange && !isEmpty && <p className={styles.drop}>{texts.drop}</p>}
        {mayChange && sources.some(({ tags }) => tags.includes(sampleTag)) && <SampleNotice attempt={attempt} />}
        {sources.length > 0 && <Contradictions />}
        <UploadQueue lines={lines} onClear={clearLines} />
        {(isFiltered || sources.length > 0) && <SourceFilterFields filters={filters} onFilter={onFilter} />}
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {isEmpty && !isFiltered && (
          <div className={styles.empty}>
            <p>{texts.empty}</p>
            {mayChange && <Button onClick={() => void addTexts(sampleSources(language))}>{texts.samples.try}</Button>}
          </div>
        )}
        {isEmpty && isFiltered && (
          <div className={styles.empty}>
            <p>{texts.filter.empty}</p>
            <Button onClick={() => onFilter({})}>{texts.filter.clear}</Button>
          </div>
        )}
        {mayChange && chosen.length > 0 && <BulkBar ids={chosen} onClear={() => select(new Set())} onDone={tell} />}
        <p role="status" className={styles.told}>
          {told}
        </p>
        {sources.length > 0 && (
          <SourceTable
            sources={sources}
            filters={filters}
            openId={openId}
            mayChange={mayChange}
            selected={selected}
            onSelect={select}
            onDelete={setDeleting}
            onRetry={({ id, title }, encoding) =>
              void attempt(title, () =>
                client.post('/api/knowledge/sources/{sourceId}/retry', {
                  path: { sourceId: id },
                  ...(encoding !== undefined && { body: { encoding } }),
                }),
              )
            }
          />
        )}
        <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
        <TryQuestion />
      </div>
      <Outlet />
      {deleting && (
        <ConfirmDialog
          title={texts.deleteTitle(deleting.title)}
          text={texts.deleteText}
          confirm={texts.deleteConfirm}
          onConfirm={() => {
            const path = { sourceId: deleting.id }
            void attempt(deleting.title, () => client.delete('/api/knowledge/sources/{sourceId}', { path }))
            if (openId === deleting.id) void navigate({ to: '/knowledge', search: filters })
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {dialog === 'text' && <WriteText onClose={closeDialog} />}
      {dialog === 'import' && <ImportSources onClose={closeDialog} />}
      {dialog === 'urls' && (
        <AddPages knownUrls={known} onAdd={(pages) => void addPages(pages)} onClose={closeDialog} />
      )}
    </main>
  )
}
