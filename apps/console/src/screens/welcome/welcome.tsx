import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { textOfProblem } from '../../app/problem.ts'
import { type Session, setSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { Form } from '../../components/form/form.tsx'
import styles from '../sign-in/sign-in.module.css'

/** What the link is for: the first admin of a tenant, a colleague, or another password. */
export type LinkFor = 'setup' | 'invite' | 'reset'

type Given = { token: string; name: string; email: string; password: string }
const send: Record<LinkFor, (given: Given) => Promise<Session | undefined>> = {
  setup: (body) => client.post('/api/setup', { body }),
  invite: ({ token, password }) => client.post('/api/invites/accept', { body: { token, password } }),
  reset: async ({ token, password }) => {
    await client.post('/api/password/reset', { body: { token, password } })
    return undefined
  },
}

/** The page that a link of an invitation opens. Its token stands behind the `#`, which no server sees. */
export function Welcome({ link }: { link: LinkFor }) {
  const messages = useMessages()
  const navigate = useNavigate()
  const [token] = useState(() => location.hash.slice(1))
  const title = {
    setup: messages.welcome.setupTitle,
    invite: messages.welcome.inviteTitle,
    reset: messages.welcome.resetTitle,
  }
  const text = { setup: messages.welcome.setupText, invite: messages.welcome.inviteText, reset: '' }
  const entering = useMutation({
    mutationFn: (given: Given) => send[link](given),
    onSuccess(session) {
      if (session) setSession(session)
      void navigate({
        to: session ? (link === 'setup' ? '/knowledge' : '/inbox/$view') : '/sign-in',
        params: { view: 'queue' },
      })
    },
  })
  const given = (form: FormData): Given => {
    const read = (name: string) => String(form.get(name) ?? '')
    return { token, name: read('name'), email: read('email'), password: read('password') }
  }
  return (
    <main className={styles.page}>
      <h1>{title[link]}</h1>
      {text[link] !== '' && <p>{text[link]}</p>}
      {token === '' ? (
        <p role="alert">{messages.welcome.noToken}</p>
      ) : (
        <Form className={styles.form} onSubmit={(form) => entering.mutate(given(form))}>
          {link === 'setup' && (
            <>
              <label>
                {messages.welcome.name}
                <input name="name" autoComplete="name" required />
              </label>
              <label>
                {messages.signIn.email}
                <input name="email" type="email" autoComplete="username" required />
              </label>
            </>
          )}
          <label>
            {messages.welcome.newPassword}
            <input name="password" type="password" autoComplete="new-password" minLength={12} required />
            <span className={styles.hint}>{messages.welcome.passwordHint}</span>
          </label>
          {entering.error && (
            <p role="alert" className={styles.problem}>
              {textOfProblem(entering.error, messages)}
            </p>
          )}
          <Button type="submit" look="primary" disabled={entering.isPending}>
            {messages.welcome.submit}
          </Button>
        </Form>
      )}
    </main>
  )
}
