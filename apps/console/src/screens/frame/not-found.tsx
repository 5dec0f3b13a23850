import { Link } from '@tanstack/react-router'
import { useMessages } from '../../app/language.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'

/** In place of a page: that the address leads to none, and the way to the inbox. */
export function NotFound() {
  const messages = useMessages()
  return (
    <main>
      <h1>{messages.appName}</h1>
      <EmptyState role="alert" text={messages.problems.not_found}>
        <p>
          <Link to="/inbox/$view" params={{ view: 'queue' }}>
            {messages.nav.inbox}
          </Link>
        </p>
      </EmptyState>
    </main>
  )
}
