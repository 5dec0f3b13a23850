import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { textOfFailure } from '../../app/problem.ts'
import { queryClient } from '../../app/query-client.ts'
import { exactTime } from '../../app/relative-time.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import shared from '../simulation/testing.module.css'
import { type Rehearsal, rehearsalQuery, rehearsalsQuery, resultsQuery, verdicts } from './rehearsal-queries.ts'
import styles from './rehearsals.module.css'
import { ResultSides } from './result-sides.tsx'
import { ResultTable } from './result-table.tsx'
import { useTexts } from './texts.ts'

/** A rehearsal: how far it is, what it changes in all, and question by question. */
export function RehearsalDetails() {
  const texts = useTexts()
  const { language, messages } = useLanguage()
  const navigate = useNavigate()
  const mayChange = mayUse(useSession(), 'policies')
  const { rehearsal: rehearsalId } = useParams({ from: '/frame/testing/rehearsals/$rehearsal' })
  const { verdict, result } = useSearch({ from: '/frame/testing/rehearsals/$rehearsal' })
  const { data: rehearsal, error, refetch } = useQuery(rehearsalQuery(rehearsalId))
  const {
    data: results = [],
    error: unread,
    refetch: readAgain,
    isPending,
  } = useQuery({ ...resultsQuery(rehearsalId, rehearsal?.state ?? 'running'), enabled: rehearsal !== undefined })
  const [isDeleting, setDeleting] = useState(false)
  const { attempt, problem } = useAttempt()
  const cancel = () =>
    attempt(async () => {
      await client.post('/api/jobs/{jobId}/cancel', { path: { jobId: rehearsalId } })
      await queryClient.invalidateQueries({ queryKey: rehearsalsQuery.queryKey })
    })
  const remove = async () => {
    await client.delete('/api/rehearsals/{rehearsalId}', { path: { rehearsalId } })
    queryClient.removeQueries({ queryKey: rehearsalQuery(rehearsalId).queryKey })
    void queryClient.invalidateQueries({ queryKey: rehearsalsQuery.queryKey, exact: true })
    await navigate({ to: '/testing/rehearsals' })
  }
  const back = (
    <p>
      <Link to="/testing/rehearsals">← {texts.back}</Link>
    </p>
  )
  if (error)
    return (
      <div>
        {back}
        <OpeningProblem error={error} wasThere={rehearsal !== undefined} onRetry={() => void refetch()} />
      </div>
    )
  if (!rehearsal) return <p aria-busy="true">{messages.loading}</p>

  const { state, progress, createdAt, skipped } = rehearsal
  const shown = verdict ? results.filter((each) => each.verdict === verdict) : results
  const path = `/api/rehearsals/${rehearsalId}/export?${new URLSearchParams(verdict && { verdict })}`
  return (
    <div>
      {back}
      <header className={shared.head}>
        <h2 dir="auto">{rehearsal.name ?? exactTime(createdAt, language)}</h2>
        <span className={shared.buttons}>
          {state === 'running' && mayChange && <Button onClick={cancel}>{texts.cancel}</Button>}
          {results.length > 0 && (
            <>
              <a href={`${path}&format=csv`} download={`${rehearsalId}.csv`}>
                {texts.csv}
              </a>
              <a href={`${path}&format=jsonl`} download={`${rehearsalId}.jsonl`}>
                {texts.json}
              </a>
            </>
          )}
          {state !== 'running' && mayChange && (
            <Button look="quiet" onClick={() => setDeleting(true)}>
              {texts.delete}
            </Button>
          )}
        </span>
      </header>
      <Tried tried={rehearsal.tried} />
      <ProblemNotice error={problem} />
      <div className={shared.run}>
        {state === 'running' && (
          <progress value={progress.done} max={Math.max(progress.total, 1)} aria-label={texts.progress} />
        )}
        <span role="status">
          {texts.state[state]} · {texts.running(progress.done, progress.total)}
        </span>
        {skipped > 0 && <span className={styles.hint}>{texts.skipped(skipped)}</span>}
        {rehearsal.error && (
          <p role="alert" className={shared.failed}>
            {textOfFailure(rehearsal.error, messages)}
          </p>
        )}
      </div>
      {progress.total === 0 && <p className={styles.hint}>{texts.none}</p>}
      {progress.total > 0 && result === undefined && <Outcomes outcomes={rehearsal.outcomes} />}
      {progress.total > 0 && (
        <nav className={styles.filters} aria-label={texts.filters}>
          {[undefined, ...verdicts].map((each) => (
            <Link
              key={each ?? 'all'}
              to="/testing/rehearsals/$rehearsal"
              params={{ rehearsal: rehearsalId }}
              search={each ? { verdict: each } : {}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={each === verdict ? 'page' : undefined}
              data-verdict={each}
            >
              {each ? texts.verdict[each] : texts.all}{' '}
              <Count of={each ? rehearsal.verdicts[each] : progress.done - skipped} />
            </Link>
          ))}
        </nav>
      )}
      {unread && <ProblemNotice error={unread} onRetry={() => void readAgain()} />}
      {isPending && progress.total > 0 && <p aria-busy="true">{messages.loading}</p>}
      {!isPending && result !== undefined && (
        <ResultSides rehearsalId={rehearsalId} results={shown} position={result} verdict={verdict} />
      )}
      {!isPending && result === undefined && progress.total > 0 && (
        <ResultTable rehearsalId={rehearsalId} results={shown} verdict={verdict} isRunning={state === 'running'} />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={texts.deleteTitle}
          text={texts.deleteText}
          confirm={texts.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}

const Count = ({ of }: { of: number }) => <b {...(of === 0 && { 'data-none': '' })}>{of}</b>

function Tried({ tried }: Pick<Rehearsal, 'tried'>) {
  const texts = useTexts()
  const { source, policies, settings } = tried
  const { escalationThreshold, contradictions, languages } = settings ?? {}
  const lines: [name: string, value: ReactNode][] = [
    [
      texts.source,
      source && (
        <Link to="/knowledge/$source" params={{ source: source.sourceId }}>
          {source.version === undefined ? texts.tryText : texts.versionName(source.version, false)}
        </Link>
      ),
    ],
    [texts.policies, policies && (policies.join(', ') || texts.noSources)],
    [texts.threshold, escalationThreshold],
    [texts.contradictions, contradictions && texts.contradiction[contradictions]],
    [texts.languages, languages?.join(', ')],
  ]
  return (
    <dl className={styles.tried}>
      {lines.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** How many questions ended how, now and with the change. */
function Outcomes({ outcomes }: Pick<Rehearsal, 'outcomes'>) {
  const texts = useTexts()
  const { messages } = useLanguage()
  const names = (['answered', 'escalated', 'blocked', 'failed'] as const).filter(
    (name) => outcomes[name].before + outcomes[name].after > 0,
  )
  if (names.length === 0) return null
  return (
    <table className={shared.differences}>
      <caption className="visually-hidden">{texts.outcomes}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.now}</th>
          <th scope="col">{texts.withChange}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{messages.thread.outcome[name]}</th>
            <td>{outcomes[name].before}</td>
            <td>{outcomes[name].after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
