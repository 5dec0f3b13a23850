import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMessages } from '../../app/language.tsx'
import { ProviderLinks } from './provider-links.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** The page of who has no session. */
export function SignIn() {
  const messages = useMessages()
  const navigate = useNavigate()
  const { to = '/console/inbox/queue', tenant = 'default', error } = useSearch({ from: '/sign-in' })
  const refusals: Record<string, string> = messages.signIn.refusals
  return (
    <main className={styles.page}>
      <h1>{messages.signIn.title}</h1>
      {error !== undefined && (
        <p role="alert" className={styles.problem}>
          {Object.hasOwn(refusals, error) ? refusals[error] : messages.signIn.refusals.other}
        </p>
      )}
      <SignInForm onDone={() => void navigate({ href: to })} />
      <ProviderLinks tenant={tenant} to={to} />
    </main>
  )
}
