import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useShownKeys } from '../../app/keys.ts'
import { useLanguage } from '../../app/language.tsx'
import { useUnreadNotifications } from '../../app/notifications.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { standardViews } from '../inbox/views/standard-views.ts'
import { useCounts } from '../inbox/views/use-counts.ts'
import { useSavedViews, useUnreadViews } from '../inbox/views/use-views.ts'
import styles from './frame.module.css'
import { navigation } from './navigation.ts'

/** The screens that somebody may use, in their groups. */
export function useScreens() {
  const session = useSession()
  return navigation
    .map(({ name, screens }) => ({ name, screens: screens.filter(({ scope }) => mayUse(session, scope)) }))
    .filter(({ screens }) => screens.length > 0)
}

/** The views of the inbox with their counts, and the other screens. */
export function NavigationMenu({ onCommands }: { onCommands: () => void }) {
  const { language, messages } = useLanguage()
  const { tenant } = useSession()
  const keys = useShownKeys('command')
  const counts = useCounts()
  const unread = useUnreadNotifications()
  const saved = useSavedViews()
  const unreadViews = useUnreadViews()
  const views = [
    ...standardViews.map((id) => ({ id, name: messages.views[id] })),
    ...saved.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <>
      <p className={styles.tenant}>{tenant.name}</p>
      <Button look="plain" className={styles.search} onClick={onCommands} shortcut="command">
        {messages.nav.search} <kbd>{keys}</kbd>
      </Button>
      <ul>
        <li>
          <Link to="/notifications" activeProps={{ 'aria-current': 'page' }}>
            <span className={styles.bell}>
              <Icon name="bell" /> {messages.nav.notifications}
            </span>
            {unread > 0 && <span className={styles.count}>{unread.toLocaleString(language)}</span>}
          </Link>
        </li>
      </ul>
      <h2>{messages.nav.inbox}</h2>
      <ul>
        {views.map(({ id, name }) => {
          const counted = counts.get(id)
          return (
            <li key={id}>
              <Link to="/inbox/$view" params={{ view: id }} activeProps={{ 'aria-current': 'page' }}>
                <span dir="auto" className={styles.viewName}>
                  {name}
                </span>
                {counted !== undefined && counted.count > 0 && (
                  <span className={styles.count}>
                    {counted.count.toLocaleString(language)}
                    {counted.exact ? '' : '+'}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      <ProblemNotice error={unreadViews.error} onRetry={unreadViews.readAgain} />
      {useScreens().map(({ name, screens }) => (
        <Fragment key={name}>
          <h2>{messages.nav[name]}</h2>
          <ul>
            {screens.map((screen) => (
              <li key={screen.to}>
                <Link to={screen.to} activeProps={{ 'aria-current': 'page' }}>
                  {messages.nav[screen.name]}
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </>
  )
}
