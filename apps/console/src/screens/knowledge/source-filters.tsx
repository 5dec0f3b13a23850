import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { useKeys } from '../../app/keys.ts'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import type { SourceFilters } from './use-sources.ts'

const types = ['file', 'url', 'manual'] as const
const statuses = ['Ready', 'Processing', 'Failed'] as const
const typingPauseMs = 250

type Props = { filters: SourceFilters; onFilter: (filters: SourceFilters) => void }

/** Which sources are shown: by words, type, status and tag. */
export function SourceFilterFields({ filters, onFilter }: Props) {
  const texts = useTexts()
  const search = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState(filters.q ?? '')
  const { data: tags } = useQuery({
    queryKey: ['sources', 'tags'],
    queryFn: ({ signal }) => client.get('/api/tags', { query: { of: 'sources', limit: 100 }, signal }),
  })
  useKeys({ search: () => search.current?.focus() })
  useEffect(() => setWords(filters.q ?? ''), [filters.q])
  useEffect(() => {
    const q = words.trim()
    if (q === (filters.q ?? '')) return
    const timer = setTimeout(() => {
      const { q: _, ...rest } = filters
      onFilter({ ...rest, ...(q !== '' && { q }) })
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [words, filters, onFilter])
  const set = (name: 'type' | 'status' | 'tag', value: string) => {
    const { [name]: _, ...rest } = filters
    onFilter({ ...rest, ...(value !== '' && { [name]: value }) })
  }
  const known = tags?.items.map(({ tag }) => tag) ?? []
  const ofTag = filters.tag !== undefined && !known.includes(filters.tag) ? [filters.tag, ...known] : known
  return (
    <search className={styles.filters}>
      <input
        ref={search}
        type="search"
        dir="auto"
        aria-label={texts.filter.words}
        placeholder={texts.filter.words}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <select
        aria-label={texts.columns.type}
        value={filters.type ?? ''}
        onChange={(event) => set('type', event.target.value)}
      >
        <option value="">{texts.filter.anyType}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {texts.types[type]}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.columns.status}
        value={filters.status ?? ''}
        onChange={(event) => set('status', event.target.value)}
      >
        <option value="">{texts.filter.anyStatus}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {texts.status[status]}
          </option>
        ))}
      </select>
      {ofTag.length > 0 && (
        <select
          aria-label={texts.filter.tag}
          value={filters.tag ?? ''}
          onChange={(event) => set('tag', event.target.value)}
        >
          <option value="">{texts.filter.anyTag}</option>
          {ofTag.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
      )}
    </search>
  )
}
