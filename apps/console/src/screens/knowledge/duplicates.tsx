import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { noteSignedOut, queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { Drawer } from './drawer.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'

const queryKey = ['sources', 'duplicates'] as const

/** Sources that say the same, in pairs. */
export function Duplicates() {
  const texts = useTexts()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const filters = useSearch({ from: '/frame/knowledge' })
  const mayChange = mayUse(useSession(), 'knowledge')
  const [problem, setProblem] = useState<unknown>()
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.get('/api/knowledge/duplicates', { query: { status: 'open', limit: 50 }, signal }),
  })
  const dismiss = async (duplicateId: string) => {
    setProblem(undefined)
    try {
      await client.post('/api/knowledge/duplicates/{duplicateId}/dismiss', { path: { duplicateId } })
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <Drawer title={texts.duplicates.title} onClose={() => void navigate({ to: '/knowledge', search: filters })}>
      <div aria-busy={isPending}>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {problem !== undefined && <ProblemNotice error={problem} />}
        {data?.items.length === 0 && <p>{texts.duplicates.none}</p>}
        <ul className={styles.items}>
          {data?.items.map(({ id, likeness, sources }) => (
            <li key={id}>
              <p>
                {sources.map(({ sourceId, title }) => (
                  <Link
                    key={sourceId}
                    className={styles.pair}
                    to="/knowledge/$source"
                    params={{ source: sourceId }}
                    search={filters}
                  >
                    <bdi>{title}</bdi>
                  </Link>
                ))}
              </p>
              <span className={styles.detail}>{texts.duplicates.likeness(percent.format(likeness))}</span>
              {mayChange && <Button onClick={() => void dismiss(id)}>{texts.duplicates.dismiss}</Button>}
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  )
}
