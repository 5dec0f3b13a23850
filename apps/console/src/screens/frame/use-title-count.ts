import { useEffect } from 'react'
import { useMessages } from '../../app/language.tsx'
import { useUnreadNotifications } from '../../app/notifications.ts'
import { useCounts } from '../inbox/views/use-counts.ts'

/** Says in the title of the page how much is unread that is one's own: notifications, and conversations assigned to one. */
export function useTitleCount(): void {
  const { appName } = useMessages()
  const mine = useCounts().get('mine')?.unread ?? 0
  const count = mine + useUnreadNotifications()
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${appName}` : appName
  }, [count, appName])
}
