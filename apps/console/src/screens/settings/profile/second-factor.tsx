import type { Schemas } from '@frontdesk/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { Button } from '../../../components/button/button.tsx'
import { CopyText } from '../../../components/copy-text/copy-text.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import styles from '../settings.module.css'
import { QrCode } from './qr-code.tsx'
import { useProfileTexts } from './texts.ts'

type Step =
  | { is: 'password' }
  | { is: 'scan'; setup: Schemas['TotpSetup'] }
  | { is: 'codes'; codes: string[] }
  /** Both need the password and a code. */
  | { is: 'turn-off' | 'renew' }

/** Sets the reader's authenticator app up, turns it off, and replaces its recovery codes. */
export function SecondFactor({ me, onChange }: { me: Schemas['Me']; onChange: () => void }) {
  const messages = useMessages()
  const texts = useProfileTexts()
  const [step, setStep] = useState<Step>()
  const [problem, setProblem] = useState<unknown>()
  const isOn = me.agent.hasTotp
  const go = (next: Step | undefined) => {
    setProblem(undefined)
    setStep(next)
  }
  /** A wrong password or code is a 401, and yet nobody has signed out. */
  const submit = (work: (form: FormData) => Promise<Step | undefined>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    work(new FormData(event.currentTarget)).then(
      (next) => {
        go(next)
        onChange()
      },
      (error: unknown) => setProblem(error),
    )
  }
  const password = (
    <label>
      {messages.signIn.password}
      <input name="password" type="password" autoComplete="current-password" required />
    </label>
  )
  const code = (label: string) => (
    <label>
      {label}
      <input name="code" autoComplete="one-time-code" required />
    </label>
  )
  const given = (form: FormData) => ({ password: String(form.get('password')), code: String(form.get('code')).trim() })
  const fault = problem !== undefined && <ProblemNotice error={problem} />
  const cancel = <Button onClick={() => go(undefined)}>{messages.cancel}</Button>
  return (
    <>
      <h2>{texts.totp}</h2>
      <p className={styles.note}>{isOn ? texts.totpOn(me.recoveryCodesLeft ?? 0) : texts.totpOff}</p>
      <span className={styles.row}>
        {isOn ? (
          <>
            <Button onClick={() => go({ is: 'renew' })}>{texts.newCodes}</Button>
            <Button look="danger" onClick={() => go({ is: 'turn-off' })}>
              {texts.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => go({ is: 'password' })}>{texts.setUp}</Button>
        )}
      </span>
      {step?.is === 'password' && (
        <Dialog title={texts.totp} onClose={() => go(undefined)}>
          <form
            className={styles.stack}
            onSubmit={submit(async (form) => ({
              is: 'scan',
              setup: await client.post('/api/me/totp', { body: { password: String(form.get('password')) } }),
            }))}
          >
            {password}
            {fault}
            <span className={styles.row}>
              <Button type="submit" look="primary">
                {texts.begin}
              </Button>
              {cancel}
            </span>
          </form>
        </Dialog>
      )}
      {step?.is === 'scan' && (
        <Dialog title={texts.totp} onClose={() => go(undefined)}>
          <p>{texts.scan}</p>
          <QrCode text={step.setup.uri} label={texts.qr} />
          <p>
            <a href={step.setup.uri}>{texts.link}</a>
          </p>
          <CopyText label={texts.secret} text={step.setup.secret} />
          <form
            className={styles.stack}
            onSubmit={submit(async (form) => {
              const { recoveryCodes } = await client.post('/api/me/totp/confirm', { body: { code: given(form).code } })
              return { is: 'codes', codes: recoveryCodes }
            })}
          >
            {code(texts.code)}
            {fault}
            <span className={styles.row}>
              <Button type="submit" look="primary">
                {texts.confirm}
              </Button>
              {cancel}
            </span>
          </form>
        </Dialog>
      )}
      {step?.is === 'codes' && (
        <Dialog title={texts.codes}>
          <p>{texts.codesText}</p>
          <ul className={styles.codes}>
            {step.codes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <CopyText label={texts.codes} text={step.codes.join(' ')} />
          <Button look="primary" onClick={() => go(undefined)}>
            {texts.kept}
          </Button>
        </Dialog>
      )}
      {(step?.is === 'turn-off' || step?.is === 'renew') && (
        <Dialog title={step.is === 'renew' ? texts.newCodes : texts.turnOff} onClose={() => go(undefined)}>
          <form
            className={styles.stack}
            onSubmit={submit(async (form) => {
              if (step.is === 'renew') {
                const { recoveryCodes } = await client.post('/api/me/totp/recovery-codes', { body: given(form) })
                return { is: 'codes', codes: recoveryCodes }
              }
              await client.post('/api/me/totp/disable', { body: given(form) })
              return undefined
            })}
          >
            {password}
            {code(texts.codeOrRecovery)}
            {fault}
            <span className={styles.row}>
              <Button type="submit" look={step.is === 'renew' ? 'primary' : 'danger'}>
                {step.is === 'renew' ? texts.newCodes : texts.turnOff}
              </Button>
              {cancel}
            </span>
          </form>
        </Dialog>
      )}
    </>
  )
}
