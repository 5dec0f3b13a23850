import { FrontdeskError } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { policiesQuery } from '../../app/policies.ts'
import { noteSignedOut, queryClient } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Faults, Field, faultsAt } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import shared from '../simulation/testing.module.css'
import { inputOf, noChange, type Tried } from './rehearsal-draft.ts'
import { rehearsalsQuery } from './rehearsal-queries.ts'
import styles from './rehearsals.module.css'
import { useTexts } from './texts.ts'
import { type EditedPolicy, TriedPolicies, TriedPolicyForm } from './tried-policies.tsx'
import { TriedSource } from './tried-source.tsx'

type Props = { source?: { id: string; version: number | undefined }; onClose: () => void }

/** Chooses what is tried on how many questions, and starts it. */
export function StartRehearsal({ source, onClose }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const navigate = useNavigate()
  const { data: live } = useQuery(policiesQuery)
  const [tried, setTried] = useState<Tried>({
    ...noChange,
    ...(source && { sourceId: source.id }),
    ...(source?.version && { kind: 'version' as const, version: String(source.version) }),
  })
  const [problem, setProblem] = useState<unknown>()
  const [isStarting, setStarting] = useState(false)
  const [edited, setEdited] = useState<EditedPolicy>()
  const [hasNothing, setHasNothing] = useState(false)
  const set = (change: Partial<Tried>) => {
    setHasNothing(false)
    setTried((before) => ({ ...before, ...change }))
  }
  const policies = {
    tried: tried.policies,
    onChange: (changed: Tried['policies']) => set({ policies: changed }),
  }
  const faults = problem instanceof FrontdeskError ? problem.errors : []
  const start = async () => {
    const body = inputOf(tried)
    if (!body) return setHasNothing(true)
    setStarting(true)
    setProblem(undefined)
    try {
      const { id } = await client.post('/api/rehearsals', { body })
      void queryClient.invalidateQueries({ queryKey: rehearsalsQuery.queryKey, exact: true })
      await navigate({ to: '/testing/rehearsals/$rehearsal', params: { rehearsal: id } })
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
      setStarting(false)
    }
  }
  return (
    <>
      <form
        className={styles.start}
        aria-label={texts.start}
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <h2>{texts.start}</h2>
        <TriedSource tried={tried} faults={faults} onChange={set} />
        {live && <TriedPolicies {...policies} live={live} onEdit={setEdited} />}
        <fieldset>
          <legend>{texts.settings}</legend>
          <div className={styles.row}>
            <Field
              label={texts.threshold}
              hint={texts.thresholdHint}
              faults={faultsAt(faults, 'settings.escalationThreshold')}
            >
              {(field) => (
                <input
                  {...field}
                  type="number"
                  min={0}
                  max={1}
                  step="any"
                  value={tried.threshold}
                  onChange={(event) => set({ threshold: event.target.value })}
                />
              )}
            </Field>
            <Field label={texts.contradictions}>
              {(field) => (
                <select
                  {...field}
                  value={tried.contradictions}
                  onChange={(event) => set({ contradictions: event.target.value as Tried['contradictions'] })}
                >
                  <option value="">{texts.noChange}</option>
                  {(['newest', 'escalate'] as const).map((each) => (
                    <option key={each} value={each}>
                      {texts.contradiction[each]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={texts.languages} hint={texts.languagesHint} faults={faultsAt(faults, 'settings.languages')}>
              {(field) => (
                <input
                  {...field}
                  value={tried.languages}
                  onChange={(event) => set({ languages: event.target.value })}
                />
              )}
            </Field>
          </div>
        </fieldset>
        <div className={styles.row}>
          <Field label={texts.questions} hint={texts.questionsHint} faults={faultsAt(faults, 'questions')}>
            {(field) => (
              <input
                {...field}
                type="number"
                required
                min={1}
                max={500}
                step={1}
                value={tried.questions}
                onChange={(event) => set({ questions: event.target.value })}
              />
            )}
          </Field>
          <Field label={texts.name} hint={texts.nameHint} faults={faultsAt(faults, 'name')}>
            {(field) => (
              <input
                {...field}
                dir="auto"
                maxLength={200}
                value={tried.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Faults of={faultsAt(faults, 'policies')} />
        {hasNothing && (
          <p role="alert" className={shared.failed}>
            {texts.nothing}
          </p>
        )}
        {problem !== undefined && faults.length === 0 && <ProblemNotice error={problem} />}
        <span className={shared.buttons}>
          <Button type="submit" look="primary" disabled={isStarting}>
            {texts.run}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </form>
      {live && edited !== undefined && (
        <TriedPolicyForm {...policies} live={live} edited={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
