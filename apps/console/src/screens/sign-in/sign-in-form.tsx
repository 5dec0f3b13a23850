import { FrontdeskError, type Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { textOfProblem } from '../../app/problem.ts'
import { type Session, setSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { Form } from '../../components/form/form.tsx'
import styles from './sign-in.module.css'

type Tenant = Schemas['TenantName']
/** Of the refusal `choose_tenant`: the problem document names them, which the error does not hold. */
type Given = { email: string; password: string; tenant?: string; code?: string }
const asks = async (body: Given): Promise<Session | Tenant[]> => {
  const reply = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (!reply) throw new FrontdeskError({ status: 0, code: 'unreachable', detail: '' })
  const answer = await reply.json().catch(() => ({}))
  if (reply.ok) return answer
  if (answer.code === 'choose_tenant') return answer.tenants
  throw new FrontdeskError({
    status: reply.status,
    code: answer.code ?? 'unexpected_reply',
    detail: answer.detail ?? '',
    ...answer,
  })
}

/** Signs in with an address and a password. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const messages = useMessages()
  const [problem, setProblem] = useState<unknown>()
  const [tenants, setTenants] = useState<Tenant[]>([])
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const signIn = async (form: FormData) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const [tenant, code] = [form.get('tenant'), form.get('code')]
      const reply = await asks({
        email: String(form.get('email')),
        password: String(form.get('password')),
        ...(tenant !== null && { tenant: String(tenant) }),
        ...(code !== null && { code: String(code).trim() }),
      })
      if (Array.isArray(reply)) return setTenants(reply)
      setSession(reply)
      onDone()
    } catch (error) {
      if (error instanceof FrontdeskError && error.code === 'totp_required') setNeedsCode(true)
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form className={styles.form} onSubmit={(given) => void signIn(given)}>
      <label>
        {messages.signIn.email}
        <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        {messages.signIn.password}
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {tenants.length > 0 && (
        <label>
          {messages.signIn.chooseTenant}
          <select name="tenant">
            {tenants.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {needsCode && (
        <label>
          {messages.signIn.code}
          <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </label>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {textOfProblem(problem, messages)}
        </p>
      )}
      <Button type="submit" look="primary" disabled={isBusy}>
        {messages.signIn.submit}
      </Button>
    </Form>
  )
}
