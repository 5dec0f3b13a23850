import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'

const shown = 50

/** What a contact wrote about, newest first; each opens in the inbox. */
export function ContactConversations({ contactId }: { contactId: string }) {
  const messages = useMessages()
  const texts = useContactTexts()
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', contactId, 'conversations'],
    queryFn: ({ signal }) =>
      client.get('/api/conversations', { signal, query: { contactId, blocked: 'any', limit: shown } }),
  })
  return (
    <section aria-label={texts.conversations}>
      <h2>{texts.conversations}</h2>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className={styles.note}>{texts.noConversations}</p>}
      <ul className={styles.conversations}>
        {data?.items.map((conversation) => (
          <li key={conversation.id}>
            <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: conversation.id }}>
              <span dir="auto">{conversation.subject ?? conversation.preview?.text ?? conversation.id}</span>
              <span className={styles.note}>
                {messages.status[conversation.status]} · {messages.channel[conversation.channel]} ·{' '}
                <RelativeTime at={conversation.lastMessageAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
