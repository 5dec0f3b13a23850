import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { useKeys } from '../../app/keys.ts'
import { Select } from '../../components/select/select.tsx'
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
      <Select
        aria-label={texts.columns.type}
        value={filters.type ?? ''}
        choices={[['', texts.filter.anyType], ...types.map((type) => [type, texts.types[type]] as const)]}
        onChange={(type) => set('type', type)}
      />
      <Select
        aria-label={texts.columns.status}
        value={filters.status ?? ''}
        choices={[['', texts.filter.anyStatus], ...statuses.map((status) => [status, texts.status[status]] as const)]}
        onChange={(status) => set('status', status)}
      />
      {ofTag.length > 0 && (
        <Select
          aria-label={texts.filter.tag}
          value={filters.tag ?? ''}
          choices={[['', texts.filter.anyTag], ...ofTag.map((tag) => [tag, tag] as const)]}
          onChange={(tag) => set('tag', tag)}
        />
      )}
    </search>
  )
}
