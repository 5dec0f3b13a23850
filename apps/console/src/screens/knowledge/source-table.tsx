import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../app/keys.ts'
import { useMessages } from '../../app/language.tsx'
import { textOfFailure } from '../../app/problem.ts'
import { Button } from '../../components/button/button.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import type { Source, SourceFilters } from './use-sources.ts'

type Props = {
  sources: readonly Source[]
  filters: SourceFilters
  openId: string | undefined
  mayChange: boolean
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onDelete: (source: Source) => void
  onRetry: (source: Source, encoding?: string) => void
}

const marks = { Processing: '◌', Ready: '✓', Failed: '✕' } as const
/** A small file is ready by then; what takes longer is said to be still at work. */
const longMs = 30_000

/** Whether a source has been processed for long: since this page saw it, or its last change before that. */
function useIsLong({ status, updated }: Source): boolean {
  const isProcessing = status === 'Processing'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isProcessing) return
    const elapsed = Math.max(0, Date.now() - Date.parse(updated))
    const timer = setTimeout(() => setLong(true), Math.max(0, longMs - elapsed))
    return () => clearTimeout(timer)
  }, [isProcessing, updated])
  return isLong
}

/** Every source with its state; why one failed stands in its row. */
export function SourceTable({ sources, filters, openId, mayChange, selected, onSelect, onDelete, onRetry }: Props) {
  const texts = useTexts()
  const table = useRef<HTMLTableElement>(null)
  const { columns } = texts
  const step = (by: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
  }
  useKeys({ next: () => step(1), previous: () => step(-1) })
  const areAll = sources.every(({ id }) => selected.has(id))
  return (
    <table ref={table} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            {mayChange && (
              <input
                type="checkbox"
                aria-label={texts.selectAll}
                checked={areAll}
                onChange={() => onSelect(areAll ? new Set() : new Set(sources.map(({ id }) => id)))}
              />
            )}{' '}
            {columns.source}
          </th>
          <th scope="col">{columns.type}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.added}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            filters={filters}
            isOpen={source.id === openId}
            mayChange={mayChange}
            isSelected={selected.has(source.id)}
            onSelect={(isSelected) => {
              const next = new Set(selected)
              if (isSelected) next.add(source.id)
              else next.delete(source.id)
              onSelect(next)
            }}
            onDelete={() => onDelete(source)}
            onRetry={(encoding) => onRetry(source, encoding)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  source: Source
  filters: SourceFilters
  isOpen: boolean
  mayChange: boolean
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onDelete: () => void
  onRetry: (encoding?: string) => void
}

function SourceRow({ source, filters, isOpen, mayChange, isSelected, onSelect, onDelete, onRetry }: RowProps) {
  const messages = useMessages()
  const texts = useTexts()
  const isLong = useIsLong(source)
  const { id, title, status, progress } = source
  return (
    <tr data-open={isOpen}>
      <th scope="row">
        {mayChange && (
          <input
            type="checkbox"
            aria-label={texts.select(title)}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        )}{' '}
        <Link
          id={`source-${id}`}
          to="/knowledge/$source"
          params={{ source: id }}
          search={filters}
          aria-current={isOpen ? 'true' : undefined}
        >
          <bdi>{title}</bdi>
        </Link>
        <span className={styles.detail} dir="auto">
          {source.source !== title && `${source.source} · `}
          {texts.detail(source.version, source.chunks)}
          {source.tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
            </span>
          ))}
        </span>
      </th>
      <td>{texts.types[source.type]}</td>
      <td>
        <span className={styles.status} data-status={status}>
          <span aria-hidden="true">{marks[status]} </span>
          {texts.status[status]}
        </span>
        {(progress || (status === 'Processing' && isLong)) && (
          <span className={styles.detail}>
            {status === 'Processing' && isLong && `${texts.stillWorking} `}
            {progress && (status === 'Ready' ? texts.indexing : texts.progress)(progress.done, progress.total)}
          </span>
        )}
        {source.error && (
          <span className={styles.detail}>
            {source.type === 'url' && source.error.code === 'no_text'
              ? texts.crawl.noText
              : textOfFailure(source.error, messages)}{' '}
            {mayChange && <Button onClick={() => onRetry()}>{messages.tryAgain}</Button>}
            {mayChange &&
              source.error.candidates?.map(({ encoding, sample }) => (
                <Button key={encoding} onClick={() => onRetry(encoding)}>
                  <bdi>{sample}</bdi> ({encoding})
                </Button>
              ))}
          </span>
        )}
      </td>
      <td>
        <RelativeTime at={source.added} />
      </td>
      <td>
        {mayChange && (
          <Button look="quiet" aria-label={texts.delete(title)} onClick={onDelete}>
            {texts.columns.actions}
          </Button>
        )}
      </td>
    </tr>
  )
}
