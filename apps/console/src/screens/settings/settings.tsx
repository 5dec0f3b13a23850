import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useMessages } from '../../app/language.tsx'
import { liveLog } from '../../app/live-log.ts'
import { queryClient } from '../../app/query-client.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { type Section, sections } from './sections.ts'
import styles from './settings.module.css'
import { useTexts } from './texts.ts'

/** Settings: a list of pages, and one of them. Every field is saved by itself. */
export function Settings() {
  const messages = useMessages()
  const texts = useTexts()
  const session = useSession()
  const { section } = useParams({ from: '/frame/settings/$section' })
  useEffect(
    () =>
      liveLog.onChange(({ type }) => {
        if (type !== 'settings.changed' && type !== 'team.changed' && type !== 'reply.changed') return
        void queryClient.invalidateQueries({ queryKey: ['settings'] })
        void queryClient.invalidateQueries({ queryKey: ['log'] })
      }),
    [],
  )
  const allowed = Object.entries(sections).filter(([, { scope }]) => scope === undefined || mayUse(session, scope))
  const found = allowed.find(([name]) => name === section)?.[1]
  const words = texts.sections[section as Section]
  return (
    <div className={styles.settings}>
      <nav aria-label={texts.title} className={styles.list}>
        <h2>{texts.title}</h2>
        <ul>
          {allowed.map(([name]) => (
            <li key={name}>
              <Link to="/settings/$section" params={{ section: name }} activeProps={{ 'aria-current': 'page' }}>
                {texts.sections[name as Section].name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.page}>
        {found ? (
          <div key={section} className={styles.form}>
            <h1>{words.name}</h1>
            <p className={styles.intro}>{words.text}</p>
            <Suspense fallback={<p role="status">{messages.loading}</p>}>
              <found.Page />
            </Suspense>
          </div>
        ) : (
          <div className={styles.form}>
            <h1>{texts.title}</h1>
            <EmptyState role="alert" text={words ? texts.needsAdmin : texts.noSection} />
          </div>
        )}
      </main>
    </div>
  )
}
