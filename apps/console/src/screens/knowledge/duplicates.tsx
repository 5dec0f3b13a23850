import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
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
  const { attempt, problem } = useAttempt(() => void queryClient.invalidateQueries({ queryKey }))
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.get('/api/knowledge/duplicates', { query: { status: 'open', limit: 50 }, signal }),
  })
  const dismiss = (duplicateId: string) =>
    attempt(() => client.post('/api/knowledge/duplicates/{duplicateId}/dismiss', { path: { duplicateId } }))
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <Drawer title={texts.duplicates.title} onClose={() => void navigate({ to: '/knowledge', search: filters })}>
      <div aria-busy={isPending}>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        <ProblemNotice error={problem} />
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
              {mayChange && <Button onClick={() => dismiss(id)}>{texts.duplicates.dismiss}</Button>}
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  )
}
