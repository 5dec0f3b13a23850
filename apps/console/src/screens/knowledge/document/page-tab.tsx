import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../app/language.tsx'
import { Button } from '../../../components/button/button.tsx'
import { useTexts } from '../texts.ts'
import styles from './document.module.css'
import { findQuoteIn, type Mark, openPdf, type PDFDocumentProxy } from './open-pdf.ts'

type Props = {
  sourceId: string
  version: number
  title: string
  quote: string | undefined
  /** Told that the document can't be shown, or does not have the quote: the text is shown in its place. */
  onUnfit: () => void
}
type Opened = { document: PDFDocumentProxy; found: { number: number; marks: Mark[] } | undefined }

/** A page of a PDF as it was printed, with the quote marked where it stands. */
export function PageTab({ sourceId, version, title, quote, onUnfit }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [opened, setOpened] = useState<Opened>()
  const [number, setNumber] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler is made anew each time
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let close = () => {}
    const open = async () => {
      const reply = await fetch(`/api/knowledge/sources/${sourceId}/versions/${version}/original`, { signal })
      if (!reply.ok || reply.headers.get('content-type')?.split(';')[0] !== 'application/pdf') return onUnfit()
      const pdf = await openPdf(await reply.arrayBuffer())
      close = pdf.close
      if (signal.aborted) return close()
      const found = quote === undefined ? undefined : await findQuoteIn(pdf.document, quote, signal)
      if (quote !== undefined && !found) return onUnfit()
      setNumber(found?.number ?? 1)
      setOpened({ document: pdf.document, found })
    }
    // What can't be read as a PDF has its text all the same.
    open().catch(() => {
      if (!signal.aborted) onUnfit()
    })
    return () => {
      controller.abort()
      close()
      setOpened(undefined)
    }
  }, [sourceId, version, quote])
  if (!opened) return <p aria-busy="true">{messages.loading}</p>
  const pages = opened.document.numPages
  const marks = opened.found?.number === number ? opened.found.marks : []
  return (
    <>
      {pages > 1 && (
        <span className={styles.pages}>
          <Button disabled={number === 1} onClick={() => setNumber(number - 1)}>
            {texts.drawer.previousPage}
          </Button>
          {texts.drawer.pageOf(number, pages)}
          <Button disabled={number === pages} onClick={() => setNumber(number + 1)}>
            {texts.drawer.nextPage}
          </Button>
        </span>
      )}
      {quote !== undefined && marks.length > 0 && (
        <blockquote className="visually-hidden" dir="auto">
          {quote}
        </blockquote>
      )}
      <Page
        document={opened.document}
        number={number}
        marks={marks}
        label={`${title}, ${texts.drawer.pageOf(number, pages)}`}
      />
    </>
  )
}

type PageProps = { document: PDFDocumentProxy; number: number; marks: readonly Mark[]; label: string }

function Page({ document: pdf, number, marks, label }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    setDrawn(false)
    let task: { cancel(): void; promise: Promise<void> } | undefined
    let isOver = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (isOver || !canvas.current || !frame.current) return
      const { width } = page.getViewport({ scale: 1 })
      const scale = (frame.current.clientWidth / width) * window.devicePixelRatio
      const viewport = page.getViewport({ scale })
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      task = page.render({ canvas: canvas.current, viewport })
      await task.promise
      setDrawn(true)
    }
    // A page that was left is not drawn to its end.
    draw().catch((error: unknown) => {
      if (!isOver) console.warn('The page could not be drawn.', error)
    })
    return () => {
      isOver = true
      task?.cancel()
    }
  }, [pdf, number])
  useEffect(() => {
    if (isDrawn) mark.current?.scrollIntoView({ block: 'center' })
  }, [isDrawn])
  const percent = (share: number) => `${share * 100}%`
  return (
    <div ref={frame} className={styles.page} data-drawn={isDrawn}>
      <canvas ref={canvas} role="img" aria-label={label} />
      {isDrawn &&
        marks.map(({ left, top, width, height }, i) => (
          <span
            key={`${left} ${top} ${width}`}
            ref={i === 0 ? mark : undefined}
            className={styles.mark}
            data-mark
            style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
          />
        ))}
    </div>
  )
}
