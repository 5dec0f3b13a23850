import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { useLanguage } from '../../../app/language.tsx'
import { noteSignedOut } from '../../../app/query-client.ts'
import { exactTime } from '../../../app/relative-time.ts'
import { Button } from '../../../components/button/button.tsx'
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
  const [problem, setProblem] = useState<unknown>()
  const set = async (outOfOffice: Schemas['OutOfOfficeInput'] | null) => {
    setProblem(undefined)
    try {
      await save({ outOfOffice })
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    }
  }
  return (
    <>
      <h2>{texts.out}</h2>
      <p className={styles.note}>{texts.outHint}</p>
      {agent.outOfOffice ? (
        <p className={styles.row}>
          {exactTime(agent.outOfOffice.from, language)} – {exactTime(agent.outOfOffice.until, language)}
          <Button onClick={() => void set(null)}>{texts.endOut}</Button>
        </p>
      ) : (
        <form
          className={styles.row}
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            const at = (name: string) => new Date(String(form.get(name))).toISOString()
            void set({ from: at('from'), until: at('until') })
          }}
        >
          <label className={styles.row}>
            {texts.from} <input type="datetime-local" name="from" required />
          </label>
          <label className={styles.row}>
            {texts.until} <input type="datetime-local" name="until" required />
          </label>
          <Button type="submit">{texts.setOut}</Button>
        </form>
      )}
      {problem !== undefined && <ProblemNotice error={problem} />}
    </>
  )
}
