import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useKeys } from '../../app/keys.ts'
import { useMessages } from '../../app/language.tsx'
import { useSession } from '../../app/session.ts'
import { useSelection } from './bulk/use-selection.ts'
import styles from './inbox.module.css'
import { ConversationList } from './list/conversation-list.tsx'
import { Thread } from './thread/thread.tsx'
import { filterOf, type InboxSearch } from './views/conversation-filter.ts'
import { openView, useSavedViews } from './views/use-views.ts'

/** The list of a view, and the conversation that is open beside it. */
export function Inbox() {
  const messages = useMessages()
  const { agent } = useSession()
  const navigate = useNavigate()
  const { view: named } = useParams({ from: '/frame/inbox/$view' })
  const search = useSearch({ from: '/frame/inbox/$view' })
  const { c: open, q, status, channel, tag, assignee } = search
  const saved = useSavedViews()
  const view = useMemo(() => openView(named, saved, messages.views), [named, saved, messages])
  const filter = useMemo(
    () => filterOf(view.filter, { q, status, channel, tag, assignee }),
    [view, q, status, channel, tag, assignee],
  )
  const selection = useSelection(JSON.stringify([view.id, filter]))
  const go = (change: InboxSearch, replace = false) => {
    const all = Object.entries({ ...search, ...change })
    const given = Object.fromEntries(all.filter(([, value]) => value !== undefined))
    void navigate({ to: '/inbox/$view', params: { view: view.id }, search: given, replace })
  }
  const close = () => go({ c: undefined })
  useKeys({ back: () => (selection.isEmpty ? close() : selection.clear()) })
  return (
    <main className={styles.inbox} data-open={open !== undefined}>
      <ConversationList
        key={view.id}
        view={view}
        named={named}
        filter={filter}
        search={search}
        open={open}
        agentId={agent.id}
        selection={selection}
        onOpen={(id) => go({ c: id }, open !== undefined)}
        onSearch={(change) => go(change)}
        onView={(next) => void navigate({ to: '/inbox/$view', params: { view: next } })}
      />
      {open !== undefined && <h1 className={`visually-hidden ${styles.heading}`}>{view.name}</h1>}
      {open === undefined ? (
        <p className={styles.none}>{messages.inbox.choose}</p>
      ) : (
        <Thread
          key={open}
          conversationId={open}
          agentId={agent.id}
          areActionsOnSelection={!selection.isEmpty}
          onBack={close}
        />
      )}
    </main>
  )
}
