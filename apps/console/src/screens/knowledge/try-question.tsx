import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { CitedText } from '../../components/cited-text/cited-text.tsx'
import { Form } from '../../components/form/form.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { SourceList } from '../../components/source-link/source-list.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'

/** Asks as a customer would; nothing of it is stored or counted. */
export function TryQuestion() {
  const messages = useMessages()
  const texts = useTexts()
  const mayInvite = mayUse(useSession(), 'settings')
  const ask = useMutation({ mutationFn: (message: string) => client.post('/api/simulate', { body: { message } }) })
  const answer = ask.data
  return (
    <section className={styles.try} aria-labelledby="try">
      <h2 id="try">{texts.ask.title}</h2>
      <Form
        onSubmit={(given) => {
          const message = String(given.get('message')).trim()
          if (message !== '') ask.mutate(message)
        }}
      >
        <input
          name="message"
          dir="auto"
          aria-label={texts.ask.placeholder}
          placeholder={texts.ask.placeholder}
          maxLength={4000}
        />
        <Button type="submit" disabled={ask.isPending}>
          {texts.ask.submit}
        </Button>
      </Form>
      <div role="status" aria-busy={ask.isPending}>
        {answer && (
          <div className={styles.answer}>
            <p className={styles.detail}>
              {messages.thread.outcome[answer.outcome]} · {messages.thread.sure(Math.round(answer.confidence * 100))} ·{' '}
              {texts.ask.found(answer.chunks.length)}
            </p>
            <CitedText text={answer.content} citations={answer.citations} sources={answer.sources} />
            {answer.escalation.would && <p>{texts.ask.escalates}</p>}
            {answer.sources.length > 0 && <SourceList sources={answer.sources} />}
          </div>
        )}
      </div>
      {answer && mayInvite && (
        <nav aria-label={texts.ask.next}>
          {texts.ask.next}:{' '}
          <Link to="/settings/$section" params={{ section: 'people' }}>
            {texts.ask.invite}
          </Link>
          {' · '}
          <Link to="/settings/$section" params={{ section: 'widget' }}>
            {texts.ask.widget}
          </Link>
        </nav>
      )}
      <ProblemNotice error={ask.error} />
    </section>
  )
}
