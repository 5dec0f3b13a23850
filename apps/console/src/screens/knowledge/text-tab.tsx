import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { Form } from '../../components/form/form.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { acceptedFiles } from './check-files.ts'
import { findQuote, readRange } from './find-quote.ts'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import { readSourcesAgain, type Source, sourceKey } from './use-sources.ts'

/** So much of a text is drawn at once. */
const pageCharacters = 60_000

type Props = {
  source: Source
  version: number
  quote: string | undefined
  /** `start-end` */
  at: string | undefined
  mayChange: boolean
}

/** The text of a version, with a passage marked; texts that were written here can be edited. */
export function TextTab({ source, version, quote, at, mayChange }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [edited, setEdited] = useState<string>()
  const { attempt, problem } = useAttempt(readSourcesAgain)
  const path = { sourceId: source.id, version }
  const { data, error, refetch } = useQuery({
    queryKey: sourceKey(source.id, 'text', version),
    queryFn: ({ signal }) => client.get('/api/knowledge/sources/{sourceId}/versions/{version}', { path, signal }),
  })
  const put = (change: { body: { text: string } } | { form: { file: File } }) =>
    client.put('/api/knowledge/sources/{sourceId}', { path: { sourceId: source.id }, ...change })
  const save = (text: string) =>
    attempt(async () => {
      await put({ body: { text } })
      setEdited(undefined)
    })
  if (error) return <OpeningProblem error={error} wasThere={data !== undefined} onRetry={() => void refetch()} />
  if (!data) return <p aria-busy="true">{messages.loading}</p>
  const { text } = data
  const isNewest = version === source.version
  if (edited !== undefined) {
    return (
      <Form className={styles.form} onSubmit={() => save(edited)}>
        <textarea
          dir="auto"
          rows={20}
          required
          aria-label={texts.write.text}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
        />
        <ProblemNotice error={problem} />
        <span className={styles.buttons}>
          <Button type="submit" look="primary" disabled={edited === text}>
            {texts.drawer.saveVersion}
          </Button>
          <Button onClick={() => setEdited(undefined)}>{messages.cancel}</Button>
        </span>
      </Form>
    )
  }
  return (
    <>
      <span className={styles.buttons}>
        {version !== source.liveVersion && <span>{texts.drawer.olderVersion(version)}</span>}
        {mayChange && source.type === 'manual' && isNewest && text !== null && (
          <Button onClick={() => setEdited(text)}>{texts.drawer.edit}</Button>
        )}
        {mayChange && source.type === 'file' && (
          <label className={styles.files}>
            <span>{texts.drawer.replaceFile}</span>
            <input
              type="file"
              accept={acceptedFiles}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) attempt(() => put({ form: { file } }))
              }}
            />
          </label>
        )}
        {source.type !== 'url' && (
          <a href={`/api/knowledge/sources/${source.id}/versions/${version}/original`} download>
            {texts.drawer.original}
          </a>
        )}
      </span>
      <ProblemNotice error={problem} />
      {text === null ? <p>{texts.drawer.noText}</p> : <MarkedText text={text} quote={quote} at={at} />}
    </>
  )
}

type MarkedProps = { text: string; quote: string | undefined; at: string | undefined }

function MarkedText({ text, quote, at }: MarkedProps) {
  const texts = useTexts()
  const range = (at && readRange(at, text)) || (quote && findQuote(text, quote)) || undefined
  const [page, setPage] = useState(Math.floor((range?.start ?? 0) / pageCharacters))
  const mark = useRef<HTMLElement>(null)
  const wanted = range && `${range.start}-${range.end}`
  useEffect(() => {
    if (wanted) mark.current?.scrollIntoView({ block: 'center' })
  }, [wanted])
  const from = page * pageCharacters
  // A passage at the end of a page is shown whole.
  const to = Math.min(
    text.length,
    Math.max(
      from + pageCharacters,
      range && range.start >= from && range.start < from + pageCharacters ? range.end : 0,
    ),
  )
  const isHere = range && range.start >= from && range.end <= to
  const pages = Math.ceil(text.length / pageCharacters)
  return (
    <>
      {quote && !range && <p role="status">{texts.drawer.notFound}</p>}
      <div dir="auto" className={styles.text}>
        {isHere ? (
          <>
            {text.slice(from, range.start)}
            <mark ref={mark}>{text.slice(range.start, range.end)}</mark>
            {text.slice(range.end, to)}
          </>
        ) : (
          text.slice(from, to)
        )}
      </div>
      {pages > 1 && (
        <span className={styles.buttons}>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {texts.drawer.previous}
          </Button>
          {texts.progress(page + 1, pages)}
          <Button disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            {texts.drawer.next}
          </Button>
        </span>
      )}
    </>
  )
}
