import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { isGone } from '../../app/problem.ts'
import { queryClient } from '../../app/query-client.ts'
import { exactTime } from '../../app/relative-time.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import { MissingNotice } from '../../components/problem-notice/missing-notice.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { Select } from '../../components/select/select.tsx'
import { ScenarioForm } from './scenario-form.tsx'
import { ScenarioResult } from './scenario-result.tsx'
import { runQuery, runsQuery, type Scenario, suiteQuery, suitesQuery, writeScenarios } from './suites-query.ts'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'

/** A test suite: its scenarios, and what came of them in each run. */
export function Suite() {
  const texts = useTexts()
  const { language, messages } = useLanguage()
  const navigate = useNavigate()
  const mayChange = mayUse(useSession(), 'policies')
  const { suite: suiteId } = useParams({ from: '/frame/testing/suites/$suite' })
  const { run: chosen } = useSearch({ from: '/frame/testing/suites/$suite' })
  const { data: suite, error, refetch } = useQuery(suiteQuery(suiteId))
  const { data: runs = [], error: unread, refetch: readRunsAgain, isPending } = useQuery(runsQuery(suiteId))
  const [editing, setEditing] = useState<Scenario | 'new'>()
  const [isDeleting, setDeleting] = useState(false)
  const { attempt, problem } = useAttempt()
  // The run of the address may be older than those that are listed; one that is not there is said, and the newest shown.
  const isOlder = chosen !== undefined && !isPending && !unread && !runs.some(({ id }) => id === chosen)
  const older = useQuery({ ...runQuery(suiteId, chosen ?? ''), enabled: isOlder })
  const shownRuns = isOlder && older.data ? [...runs, older.data] : runs
  const run = shownRuns.find(({ id }) => id === chosen) ?? (isOlder && older.isPending ? undefined : runs[0])
  const show = (id: string) =>
    navigate({ to: '/testing/suites/$suite', params: { suite: suiteId }, search: { run: id }, replace: true })
  const start = () =>
    attempt(async () => {
      const { id } = await client.post('/api/suites/{suiteId}/run', { path: { suiteId }, body: {} })
      await queryClient.invalidateQueries({ queryKey: runsQuery(suiteId).queryKey })
      await show(id)
    })
  const remove = async () => {
    await client.delete('/api/suites/{suiteId}', { path: { suiteId } })
    queryClient.removeQueries({ queryKey: suiteQuery(suiteId).queryKey })
    void queryClient.invalidateQueries({ queryKey: suitesQuery.queryKey, exact: true })
    await navigate({ to: '/testing', search: { tab: 'suites' } })
  }
  const back = (
    <p>
      <Link to="/testing" search={{ tab: 'suites' }}>
        ← {texts.back}
      </Link>
    </p>
  )
  if (error)
    return (
      <div>
        {back}
        <OpeningProblem error={error} wasThere={suite !== undefined} onRetry={() => void refetch()} />
      </div>
    )
  if (!suite) return <p aria-busy="true">{messages.loading}</p>

  const resultOf = (name: string) => run?.scenarios.find((each) => each.name === name)
  const totals = run?.configurations[0]
  return (
    <div>
      {back}
      <header className={styles.head}>
        <h2 dir="auto">{suite.name}</h2>
        <span className={styles.buttons}>
          <Button look="primary" disabled={run?.state === 'running'} onClick={start}>
            {texts.run}
          </Button>
          {mayChange && <Button onClick={() => setEditing('new')}>{texts.addScenario}</Button>}
          <a className={styles.link} href={`/api/suites/${suiteId}?format=yaml`} download={`${suite.name}.yaml`}>
            {texts.yaml}
          </a>
          {mayChange && (
            <Button look="quiet" onClick={() => setDeleting(true)}>
              {texts.deleteSuite}
            </Button>
          )}
        </span>
      </header>
      {suite.description && <p dir="auto">{suite.description}</p>}
      <ProblemNotice error={problem} />
      {isOlder && isGone(older.error) && <MissingNotice id={chosen} isThere={false} />}
      {isOlder && !isGone(older.error) && <ProblemNotice error={older.error} onRetry={() => void older.refetch()} />}
      {unread && <ProblemNotice error={unread} onRetry={() => void readRunsAgain()} />}
      <div className={styles.run}>
        {runs.length === 0 && !isPending && !unread && <p>{texts.noRuns}</p>}
        {runs.length > 0 && (
          <label>
            {texts.runs}{' '}
            <Select
              value={run?.id ?? ''}
              choices={shownRuns.map(({ id, createdAt, verdict }) => [
                id,
                `${exactTime(createdAt, language)} · ${texts.verdict[verdict]}`,
              ])}
              onChange={show}
            />
          </label>
        )}
        {run?.state === 'running' && (
          <>
            <progress value={run.progress.done} max={run.progress.total} aria-label={texts.runs} />
            <span role="status">{texts.running(run.progress.done, run.progress.total)}</span>
          </>
        )}
        {run && run.state !== 'running' && totals && (
          <strong role="status" className={styles.verdict} data-verdict={run.verdict}>
            {texts.summary(totals.passed, totals.failed, totals.pending)}
          </strong>
        )}
      </div>
      <ul className={styles.scenarios}>
        {suite.scenarios.map((scenario) => (
          <li key={scenario.name}>
            <ScenarioResult
              scenario={scenario}
              report={resultOf(scenario.name)}
              {...(mayChange && {
                onEdit: () => setEditing(scenario),
                ...(suite.scenarios.length > 1 && {
                  onDelete: () =>
                    attempt(() =>
                      writeScenarios(
                        suite,
                        suite.scenarios.filter(({ name }) => name !== scenario.name),
                      ),
                    ),
                }),
              })}
            />
          </li>
        ))}
      </ul>
      {editing !== undefined && (
        <ScenarioForm
          {...(editing !== 'new' && { scenario: editing })}
          onSave={async (saved) => {
            const scenarios =
              editing === 'new'
                ? [...suite.scenarios, saved]
                : suite.scenarios.map((each) => (each.name === editing.name ? saved : each))
            await writeScenarios(suite, scenarios)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={texts.deleteSuiteTitle(suite.name)}
          text={texts.deleteSuiteText}
          confirm={texts.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}
