import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import { client } from '../../../app/client.ts'
import { useLanguage, useMessages } from '../../../app/language.tsx'
import { textOfProblem } from '../../../app/problem.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable, numberCell } from '../../../components/data-table/data-table.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { ChangedBy, useLastChange } from '../fields/last-change.tsx'
import { saveSettings, useSettings } from '../fields/settings-fields.tsx'
import styles from '../settings.module.css'
import { useTexts } from '../texts.ts'
import { useAiTexts } from './texts.ts'

const step = 0.01
const questionsShown = 5

/** The confidence below which a question goes to people, with what another one would have done to the last questions. */
export function Threshold() {
  const { language } = useLanguage()
  const messages = useMessages()
  const shared = useTexts()
  const texts = useAiTexts()
  const id = useId()
  const settings = useSettings()
  const changed = useLastChange('settings')({ field: 'escalationThreshold' })
  const [tried, setTried] = useState<number>()
  const { attempt, problem } = useAttempt()
  const wanted = useDeferredValue(tried)
  const preview = useQuery({
    queryKey: ['settings', 'threshold', wanted ?? settings.data?.escalationThreshold],
    queryFn: ({ signal }) =>
      client.get('/api/settings/threshold-preview', {
        signal,
        // Without a threshold of its own, the tenant has the default: the reply says which that is.
        query: { threshold: wanted ?? settings.data?.escalationThreshold ?? 0, limit: questionsShown },
      }),
    enabled: settings.data !== undefined,
    placeholderData: keepPreviousData,
  })
  if (settings.error) return <ProblemNotice error={settings.error} onRetry={() => void settings.refetch()} />
  if (preview.error) return <ProblemNotice error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <p role="status">{messages.loading}</p>
  const { current, questions, answered, escalated, changed: others } = preview.data
  const shown = tried ?? current
  const percent = (share: number) => share.toLocaleString(language, { style: 'percent' })
  const save = (escalationThreshold: number | null) =>
    attempt(async () => {
      await saveSettings({ escalationThreshold })
      setTried(undefined)
    })
  return (
    <>
      <label htmlFor={id}>{texts.thresholdLabel(percent(shown))}</label>
      <div className={styles.row}>
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={step}
          value={shown}
          aria-valuetext={percent(shown)}
          onChange={(event) => setTried(Number(event.target.value))}
        />
        {tried !== undefined && tried !== current && (
          <>
            <Button look="primary" onClick={() => save(tried)}>
              {texts.use(percent(tried))}
            </Button>
            <Button onClick={() => setTried(undefined)}>{messages.cancel}</Button>
          </>
        )}
        {tried === undefined && settings.data?.escalationThreshold !== null && (
          <Button onClick={() => save(null)}>{texts.useDefault}</Button>
        )}
      </div>
      {changed && (
        <p className={styles.note}>
          <ChangedBy change={changed} />
        </p>
      )}
      {problem && <p role="alert">{textOfProblem(problem, messages)}</p>}
      <div aria-busy={preview.isFetching} aria-live="polite">
        {questions === 0 ? (
          <p className={styles.note}>{texts.noQuestions}</p>
        ) : (
          <>
            <p className={styles.note}>{texts.preview(questions)}</p>
            <DataTable
              label={texts.threshold}
              columns={['', { name: texts.now, isNumber: true }, { name: texts.tried(percent(shown)), isNumber: true }]}
            >
              {(
                [
                  [texts.answered, answered],
                  [texts.escalated, escalated],
                ] as const
              ).map(([name, count]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className={numberCell}>{count.was.toLocaleString(language)}</td>
                  <td className={numberCell}>{count.would.toLocaleString(language)}</td>
                </tr>
              ))}
            </DataTable>
          </>
        )}
      </div>
      {tried !== undefined && others.length > 0 && (
        <ul aria-label={texts.changedQuestions}>
          {others.map((each) => (
            <li key={each.messageId}>
              <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: each.conversationId }} dir="auto">
                {each.question}
              </Link>{' '}
              {shared.parenthesis(`${percent(each.confidence)}, ${texts.would[each.would]}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
