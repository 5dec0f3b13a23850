import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'

const tabs = ['ask', 'compare', 'suites'] as const
type TestingTab = (typeof tabs)[number] | 'rehearsals'

/** A page of the tests below its tabs. */
export function TestingPage({ tab, hint, children }: { tab: TestingTab; hint?: string; children: ReactNode }) {
  const texts = useTexts()
  return (
    <main className={styles.testing}>
      <h1>{texts.title}</h1>
      <p className={styles.hint}>{hint ?? texts.hint}</p>
      <nav className={styles.tabs} aria-label={texts.tabsLabel}>
        {tabs.map((each) => (
          <Link key={each} to="/testing" search={{ tab: each }} aria-current={each === tab ? 'page' : undefined}>
            {texts.tabs[each]}
          </Link>
        ))}
        <Link to="/testing/rehearsals" aria-current={tab === 'rehearsals' ? 'page' : undefined}>
          {texts.tabs.rehearsals}
        </Link>
      </nav>
      {children}
    </main>
  )
}
