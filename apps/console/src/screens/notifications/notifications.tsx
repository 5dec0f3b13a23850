import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAgentNames } from '../../app/agents.ts'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { store, useStore } from '../../app/live-store.ts'
import { markNotificationsRead, type Notification, useNotifications } from '../../app/notifications.ts'
import { Button } from '../../components/button/button.tsx'
import { MoreButton } from '../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import styles from './notifications.module.css'
import { useTexts } from './texts.ts'

const maxIds = 100

/** Reads the conversations that notifications are about into the store. */
function useConversations(items: readonly Notification[]): void {
  const ids = [...new Set(items.map(({ conversationId }) => conversationId))].slice(0, maxIds)
  useQuery({
    queryKey: ['notified', ids],
    async queryFn({ signal }) {
      const { items: found } = await client.get('/api/conversations', { signal, query: { ids, limit: maxIds } })
      store.putConversations(found)
      return null
    },
    enabled: ids.length > 0,
  })
  useStore((live) => live.version())
}

/** Mentions and assignments, newest first, and by what one wants to be told of them. */
export function Notifications() {
  const { inbox } = useMessages()
  const texts = useTexts()
  const names = useAgentNames()
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useNotifications()
  const items = data?.pages.flatMap((page) => page.items) ?? []
  useConversations(items)
  const who = ({ conversationId }: Notification) => {
    const found = store.conversation(conversationId)
    return found?.contact?.name ?? found?.contact?.email ?? found?.subject ?? inbox.unknownCustomer
  }
  return (
    <main className={styles.notifications} aria-busy={isPending}>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        {items.some(({ readAt }) => readAt === undefined) && (
          <Button onClick={() => void markNotificationsRead()}>{texts.markAll}</Button>
        )}
      </header>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!isPending && !error && items.length === 0 && <p className={styles.empty}>{texts.empty}</p>}
      <ul className={styles.list}>
        {items.map((notification) => {
          const { id, kind, conversationId, by, at, readAt } = notification
          const name = names.get(by.id ?? '') ?? texts.someone
          return (
            <li key={id} data-unread={readAt === undefined}>
              <Link
                to="/inbox/$view"
                params={{ view: 'all' }}
                search={{ c: conversationId }}
                onClick={() => void markNotificationsRead([id])}
              >
                <span>
                  {readAt === undefined && <span className={styles.dot} role="img" aria-label={texts.unread} />}
                  {texts[kind](name)}{' '}
                  <span className={styles.who} dir="auto">
                    {who(notification)}
                  </span>
                </span>
                <span className={styles.words} dir="auto">
                  {store.conversation(conversationId)?.preview?.text}
                </span>
              </Link>
              <RelativeTime at={at} />
            </li>
          )
        })}
      </ul>
      <MoreButton hasMore={hasNextPage} onMore={fetchNextPage} />
      <NotificationSettings />
    </main>
  )
}
