import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { readSettingsAgain } from '../fields/use-records.ts'
import styles from '../settings.module.css'
import { useProfileTexts } from './texts.ts'

/** Changes the reader's password. */
export function Password() {
  const texts = useProfileTexts()
  const [state, setState] = useState<{ problem?: unknown; isDone?: boolean; isBusy?: boolean }>({})
  const change = async (form: HTMLFormElement) => {
    const given = new FormData(form)
    setState({ isBusy: true })
    try {
      await client.post('/api/password', {
        body: { current: String(given.get('current')), password: String(given.get('password')) },
      })
      form.reset()
      setState({ isDone: true })
      readSettingsAgain('sessions')
    } catch (problem) {
      // A wrong current password is a 401 too, but nobody has signed out.
      setState({ problem })
    }
  }
  return (
    <>
      <h2>{texts.password}</h2>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void change(event.currentTarget)
        }}
      >
        <label>
          {texts.current}
          <input name="current" type="password" autoComplete="current-password" required />
        </label>
        <label>
          {texts.newPassword}
          <input name="password" type="password" autoComplete="new-password" minLength={12} required />
        </label>
        <p className={styles.note}>{texts.passwordHint}</p>
        {state.problem !== undefined && <ProblemNotice error={state.problem} />}
        <Button type="submit" disabled={state.isBusy}>
          {texts.change}
        </Button>
        <p role="status">{state.isDone && texts.changed}</p>
      </form>
    </>
  )
}
