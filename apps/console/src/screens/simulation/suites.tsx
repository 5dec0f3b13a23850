import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut, queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Field } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import { ScenarioForm } from './scenario-form.tsx'
import { type Scenario, suitesQuery } from './suites-query.ts'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'

/** Every test suite. */
export function Suites() {
  const texts = useTexts()
  const messages = useMessages()
  const navigate = useNavigate()
  const mayChange = mayUse(useSession(), 'policies')
  const { data: suites = [], isPending, error, refetch } = useQuery(suitesQuery)
  const [adding, setAdding] = useState<'name' | { name: string }>()
  const create = async (name: string, scenario: Scenario) => {
    const { id } = await client.post('/api/suites', { body: { name, scenarios: [scenario] } })
    void queryClient.invalidateQueries({ queryKey: suitesQuery.queryKey })
    await navigate({ to: '/testing/suites/$suite', params: { suite: id } })
  }
  return (
    <div aria-busy={isPending}>
      {mayChange && (
        <Button look="primary" onClick={() => setAdding('name')}>
          {texts.addSuite}
        </Button>
      )}
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!isPending && !error && suites.length === 0 && <p className={styles.empty}>{texts.suitesEmpty}</p>}
      <ul className={styles.suites}>
        {suites.map(({ id, name, description, scenarios, updatedAt }) => (
          <li key={id}>
            <Link to="/testing/suites/$suite" params={{ suite: id }}>
              <strong dir="auto">{name}</strong>
              {description && <span dir="auto">{description}</span>}
              <span className={styles.hint}>
                {texts.scenarios(scenarios.length)} · {texts.changed} <RelativeTime at={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {adding === 'name' && (
        <Dialog title={texts.addSuite} onClose={() => setAdding(undefined)}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              const name = String(new FormData(event.currentTarget).get('name')).trim()
              if (name !== '') setAdding({ name })
            }}
          >
            <Field label={texts.suiteName}>
              {(field) => <input {...field} name="name" dir="auto" required maxLength={200} />}
            </Field>
            <span className={styles.buttons}>
              <Button type="submit" look="primary">
                {texts.addScenario}
              </Button>
              <Button onClick={() => setAdding(undefined)}>{messages.cancel}</Button>
            </span>
          </form>
        </Dialog>
      )}
      {typeof adding === 'object' && (
        <ScenarioForm
          onSave={async (scenario) => {
            try {
              await create(adding.name, scenario)
            } catch (problem) {
              noteSignedOut(problem)
              throw problem
            }
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  )
}
