import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { useKeys } from '../../app/keys.ts'
import { useLanguage } from '../../app/language.tsx'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { type Choice, Select } from '../../components/select/select.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ContactTable } from './contact-table.tsx'
import styles from './contacts.module.css'
import { ExportContacts } from './export-contacts.tsx'
import { useContactTexts } from './texts.ts'
import { useContacts } from './use-contacts.ts'

const searchAfterMs = 250

/** Every contact: searching, and doing something with many of them at once. */
export function Contacts() {
  const { language } = useLanguage()
  const texts = useContactTexts()
  const navigate = useNavigate()
  const search = useSearch({ from: '/frame/contacts' })
  const mayChange = mayUse(useSession(), 'contacts')
  const { contacts, error, refetch, isFetching, hasNextPage, fetchNextPage } = useContacts(search)
  const [words, setWords] = useState(search.q ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isExporting, setExporting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const tags = useQuery({
    queryKey: ['contacts', 'tags'],
    queryFn: ({ signal }) => client.get('/api/tags', { signal, query: { of: 'contacts', limit: 100 } }),
  })
  useKeys({ search: () => field.current?.focus() })
  const setSearch = (next: typeof search) => {
    setChosen(new Set())
    void navigate({ to: '/contacts', search: next, replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    const q = words.trim()
    if (q === (search.q ?? '')) return
    const timer = setTimeout(() => {
      setChosen(new Set())
      void navigate({
        to: '/contacts',
        // Of the other filters, what holds by then.
        search: ({ q: _, ...others }: typeof search) => ({ ...others, ...(q !== '' && { q }) }),
        replace: true,
      })
    }, searchAfterMs)
    return () => clearTimeout(timer)
  }, [words])
  const used = tags.data?.items ?? []
  const isRare = search.tag !== undefined && !used.some(({ tag }) => tag === search.tag)
  const tagChoices: Choice[] = [
    ...(isRare ? [[search.tag!, search.tag!] as const] : []),
    ...used.map(({ tag, count }) => [tag, `${tag} (${count.toLocaleString(language)})`] as const),
  ]
  const isFiltered = Object.keys(search).length > 0
  return (
    <main className={styles.contacts}>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <input
          ref={field}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          aria-label={texts.tag}
          value={search.tag ?? ''}
          choices={[['', texts.allTags], ...tagChoices]}
          onChange={(tag) => {
            const { tag: _, ...rest } = search
            setSearch({ ...rest, ...(tag !== '' && { tag }) })
          }}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={search.blocked === 'true'}
            onChange={({ target }) => {
              const { blocked: __, ...rest } = search
              setSearch({ ...rest, ...(target.checked && { blocked: 'true' as const }) })
            }}
          />
          {texts.onlyBlocked}
        </label>
        <span className={styles.actions}>
          <Button onClick={() => setExporting(true)}>{texts.export}</Button>
          {mayChange && (
            <Link className={styles.link} to="/contacts/import">
              {texts.import}
            </Link>
          )}
        </span>
      </header>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {contacts?.length === 0 &&
        (isFiltered ? (
          <EmptyState text={texts.noneFound}>
            <Button
              onClick={() => {
                setWords('')
                setSearch({})
              }}
            >
              {texts.clearFilters}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState text={texts.empty} />
        ))}
      {mayChange && chosen.size > 0 && <BulkBar chosen={chosen} search={search} onDone={() => setChosen(new Set())} />}
      {contacts && contacts.length > 0 && (
        <ContactTable
          contacts={contacts}
          isBusy={isFetching}
          chosen={mayChange ? chosen : undefined}
          onChoose={setChosen}
        />
      )}
      <MoreButton className={styles.more} hasMore={hasNextPage} onMore={fetchNextPage} />
      {isExporting && <ExportContacts search={search} onClose={() => setExporting(false)} />}
    </main>
  )
}
