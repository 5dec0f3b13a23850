import { FrontdeskError } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { policiesQuery } from '../../app/policies.ts'
import { queryClient } from '../../app/query-client.ts'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { Faults, faultsAt, SelectField, TextField } from '../../components/field/field.tsx'
import { Form } from '../../components/form/form.tsx'
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
  const { data: live, error: unread, refetch } = useQuery(policiesQuery)
  const [tried, setTried] = useState<Tried>({
    ...noChange,
    ...(source && { sourceId: source.id }),
    ...(source?.version && { kind: 'version' as const, version: String(source.version) }),
  })
  const { attempt, problem, isBusy: isStarting } = useAttempt()
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
  const start = () => {
    const body = inputOf(tried)
    if (!body) return setHasNothing(true)
    attempt(async () => {
      const { id } = await client.post('/api/rehearsals', { body })
      void queryClient.invalidateQueries({ queryKey: rehearsalsQuery.queryKey, exact: true })
      await navigate({ to: '/testing/rehearsals/$rehearsal', params: { rehearsal: id } })
    })
  }
  return (
    <>
      <Form className={styles.start} aria-label={texts.start} onSubmit={start}>
        <h2>{texts.start}</h2>
        <TriedSource tried={tried} faults={faults} onChange={set} />
        {!live && <ProblemNotice error={unread} onRetry={() => void refetch()} />}
        {live && <TriedPolicies {...policies} live={live} onEdit={setEdited} />}
        <fieldset>
          <legend>{texts.settings}</legend>
          <div className={styles.row}>
            <TextField
              label={texts.threshold}
              hint={texts.thresholdHint}
              faults={faultsAt(faults, 'settings.escalationThreshold')}
              type="number"
              min={0}
              max={1}
              step="any"
              value={tried.threshold}
              onChange={(threshold) => set({ threshold })}
            />
            <SelectField
              label={texts.contradictions}
              value={tried.contradictions}
              choices={[['', texts.noChange], ...Object.entries(texts.contradiction)]}
              onChange={(contradictions) => set({ contradictions })}
            />
            <TextField
              label={texts.languages}
              hint={texts.languagesHint}
              faults={faultsAt(faults, 'settings.languages')}
              value={tried.languages}
              onChange={(languages) => set({ languages })}
            />
          </div>
        </fieldset>
        <div className={styles.row}>
          <TextField
            label={texts.questions}
            hint={texts.questionsHint}
            faults={faultsAt(faults, 'questions')}
            type="number"
            required
            min={1}
            max={500}
            step={1}
            value={tried.questions}
            onChange={(questions) => set({ questions })}
          />
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            faults={faultsAt(faults, 'name')}
            maxLength={200}
            value={tried.name}
            onChange={(name) => set({ name })}
          />
        </div>
        <Faults of={faultsAt(faults, 'policies')} />
        {hasNothing && (
          <p role="alert" className={shared.failed}>
            {texts.nothing}
          </p>
        )}
        {faults.length === 0 && <ProblemNotice error={problem} />}
        <span className={shared.buttons}>
          <Button type="submit" look="primary" disabled={isStarting}>
            {texts.run}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </Form>
      {live && edited !== undefined && (
        <TriedPolicyForm {...policies} live={live} edited={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
