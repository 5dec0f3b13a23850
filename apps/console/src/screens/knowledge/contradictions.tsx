import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'

/** Read again with the sources, which the first word is of. */
const queryKey = ['sources', 'contradictions'] as const

/** What live sources say against each other, newest first; nothing where they agree. */
export function Contradictions() {
  const { contradictions: texts } = useTexts()
  const filters = useSearch({ from: '/frame/knowledge' })
  const mayChange = mayUse(useSession(), 'knowledge')
  const { attempt, problem, isBusy } = useAttempt(() => void queryClient.invalidateQueries({ queryKey }))
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.get('/api/knowledge/contradictions', { query: { status: 'open', limit: 50 }, signal }),
  })
  const dismiss = (contradictionId: string) =>
    attempt(() => client.post('/api/knowledge/contradictions/{contradictionId}/dismiss', { path: { contradictionId } }))
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return <ProblemNotice error={problem} />
  return (
    <details>
      <summary>{texts.title}</summary>
      <ProblemNotice error={problem} />
      <ul className={styles.items}>
        {data.items.map(({ id, newer, older }) => (
          <li key={id}>
            {([newer, older] as const).map(({ sourceId, title, text }, i) => (
              <div key={sourceId}>
                <Link className={styles.pair} to="/knowledge/$source" params={{ source: sourceId }} search={filters}>
                  {i === 0 ? texts.newer : texts.older}: <bdi>{title}</bdi>
                </Link>
                <blockquote dir="auto">{text}</blockquote>
              </div>
            ))}
            {mayChange && (
              <Button disabled={isBusy} onClick={() => dismiss(id)}>
                {texts.dismiss}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
