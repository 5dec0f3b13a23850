import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { TextField } from '../../components/field/field.tsx'
import { Form } from '../../components/form/form.tsx'
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
          <Form
            className={styles.form}
            onSubmit={(given) => {
              const name = String(given.get('name')).trim()
              if (name !== '') setAdding({ name })
            }}
          >
            <TextField label={texts.suiteName} name="name" required maxLength={200} />
            <span className={styles.buttons}>
              <Button type="submit" look="primary">
                {texts.addScenario}
              </Button>
              <Button onClick={() => setAdding(undefined)}>{messages.cancel}</Button>
            </span>
          </Form>
        </Dialog>
      )}
      {typeof adding === 'object' && (
        <ScenarioForm onSave={(scenario) => create(adding.name, scenario)} onClose={() => setAdding(undefined)} />
      )}
    </div>
  )
}
