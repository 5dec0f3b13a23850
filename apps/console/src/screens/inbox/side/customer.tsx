import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { type Conversation, store, useStore } from '../../../app/live-store.ts'
import { showNotice } from '../../../app/notices.ts'
import { noteSignedOut } from '../../../app/query-client.ts'
import { exactTime } from '../../../app/relative-time.ts'
import { Button } from '../../../components/button/button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { useTexts } from '../texts.ts'
import styles from './side.module.css'
import { Visitor } from './visitor.tsx'

const maxOthers = 10

/** What else the customer wrote, newest first. */
function OtherConversations({ contactId, conversationId }: { contactId: string; conversationId: string }) {
  const { messages } = useLanguage()
  const texts = useTexts().customer
  const { data, error, refetch } = useQuery({
    queryKey: ['conversations', 'of', contactId],
    async queryFn({ signal }) {
      const { items } = await client.get('/api/conversations', { signal, query: { contactId, limit: maxOthers + 1 } })
      store.putConversations(items)
      return items.map(({ id }) => id)
    },
  })
  useStore((live) => live.version())
  const others = (data ?? []).flatMap((id) => (id === conversationId ? [] : (store.conversation(id) ?? [])))
  return (
    <>
      <h3>{texts.others}</h3>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data && others.length === 0 && <p className={styles.quiet}>{texts.noOthers}</p>}
      <ul className={styles.others}>
        {others.slice(0, maxOthers).map(({ id, preview, subject, status, lastMessageAt }) => (
          <li key={id}>
            <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: id }}>
              <span dir="auto">{preview?.text ?? subject ?? messages.status[status]}</span>
            </Link>
            <span className={styles.quiet}>
              {messages.status[status]} · <RelativeTime at={lastMessageAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Blocks the customer, or ends that; either can be undone. */
async function setBlocked(contactId: string, isBlocked: boolean, done: { on: string; off: string }): Promise<void> {
  const path = { contactId }
  try {
    if (isBlocked) await client.post('/api/contacts/{contactId}/block', { path })
    else await client.post('/api/contacts/{contactId}/unblock', { path })
    showNotice({ text: isBlocked ? done.on : done.off, undo: () => void setBlocked(contactId, !isBlocked, done) })
  } catch (problem) {
    noteSignedOut(problem)
    showNotice({ problem, retry: () => void setBlocked(contactId, isBlocked, done) })
  }
}

/** Fields that stand elsewhere in the inbox, or below the facts, or that nobody needs to see. */
type ShownElsewhere =
  | 'id'
  | 'status'
  | 'handler'
  | 'subject'
  | 'contactId'
  | 'visitor'
  | 'assignee'
  | 'teamId'
  | 'updatedAt'
  | 'lastMessageAt'
  | 'messageCount'
  | 'resolved'
  | 'escalation'
  | 'snoozedUntil'
  | 'sla'
  | 'blocked'
  | 'preview'
  | 'waitingSince'
  | 'firstResponseAt'
  | 'rating'
  | 'unread'
type Fact = [name: string, value: string | undefined]

/** What is known of the customer. */
export function Customer({ conversation }: { conversation: Conversation }) {
  const { language, messages } = useLanguage()
  const texts = useTexts().customer
  const { id, contact, contactId, tags, channel, createdAt, blocked, rating, escalation, visitor } = conversation
  // The compiler asks how a new field is shown.
  const facts: Record<Exclude<keyof Conversation, ShownElsewhere>, Fact[]> = {
    contact: [
      [messages.customer.contact, contact?.name],
      [texts.email, contact?.email],
      [texts.phone, contact?.phone],
      [texts.externalId, contact?.externalId],
    ],
    channel: [[messages.customer.channel, messages.channel[channel]]],
    createdAt: [[messages.customer.since, exactTime(createdAt, language)]],
    language: [
      [
        messages.customer.language,
        conversation.language === null
          ? undefined
          : new Intl.DisplayNames(language, { type: 'language' }).of(conversation.language),
      ],
    ],
    tags: [[messages.customer.tags, tags.length > 0 ? tags.join(', ') : messages.customer.noTags]],
  }
  return (
    <>
      {blocked && <p className={styles.blocked}>{texts.blocked}</p>}
      <dl>
        {Object.values(facts)
          .flat()
          .map(([name, value]) =>
            value === undefined ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
          )}
      </dl>
      {visitor && <Visitor visitor={visitor} />}
      {rating && (
        <p>
          {texts.rating(rating.score)}
          {rating.comment && <q dir="auto"> {rating.comment}</q>}
        </p>
      )}
      {escalation && escalation.summary !== '' && (
        <>
          <h3>{texts.escalation}</h3>
          <p dir="auto" className={styles.quiet}>
            {escalation.summary}
          </p>
        </>
      )}
      {contactId !== undefined && (
        <>
          <OtherConversations contactId={contactId} conversationId={id} />
          <Button
            look={blocked ? 'plain' : 'danger'}
            onClick={() => void setBlocked(contactId, !blocked, { on: texts.blockedDone, off: texts.unblockedDone })}
          >
            {blocked ? texts.unblock : texts.block}
          </Button>
        </>
      )}
    </>
  )
}
