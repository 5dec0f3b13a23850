import type { Schemas } from '@frontdesk/client'
import { useLanguage } from '../../../app/language.tsx'
import { exactTime } from '../../../app/relative-time.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { Form } from '../../../components/form/form.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import styles from '../settings.module.css'
import { useProfileTexts } from './texts.ts'

type Props = {
  agent: Schemas['Agent']
  save: (patch: Schemas['UpdateMeRequest']) => Promise<unknown>
}

/** The time in which nothing is assigned to the reader. */
export function OutOfOffice({ agent, save }: Props) {
  const texts = useProfileTexts()
  const { language } = useLanguage()
  const { attempt, problem } = useAttempt()
  const set = (outOfOffice: Schemas['OutOfOfficeInput'] | null) => attempt(() => save({ outOfOffice }))
  return (
    <>
      <h2>{texts.out}</h2>
      <p className={styles.note}>{texts.outHint}</p>
      {agent.outOfOffice ? (
        <p className={styles.row}>
          {exactTime(agent.outOfOffice.from, language)} – {exactTime(agent.outOfOffice.until, language)}
          <Button onClick={() => set(null)}>{texts.endOut}</Button>
        </p>
      ) : (
        <Form
          className={styles.row}
          onSubmit={(given) => {
            const at = (name: string) => new Date(String(given.get(name))).toISOString()
            set({ from: at('from'), until: at('until') })
          }}
        >
          <label className={styles.row}>
            {texts.from} <input type="datetime-local" name="from" required />
          </label>
          <label className={styles.row}>
            {texts.until} <input type="datetime-local" name="until" required />
          </label>
          <Button type="submit">{texts.setOut}</Button>
        </Form>
      )}
      <ProblemNotice error={problem} />
    </>
  )
}
