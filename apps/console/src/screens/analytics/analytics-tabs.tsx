import { Link } from '@tanstack/react-router'
import styles from './analytics.module.css'
import { useAnalyticsTexts } from './texts.ts'

/** The pages of analytics. */
export function AnalyticsTabs() {
  const texts = useAnalyticsTexts()
  const current = { 'aria-current': 'page' } as const
  return (
    <nav className={styles.tabs} aria-label={texts.title}>
      <Link to="/analytics" activeOptions={{ exact: true, includeSearch: false }} activeProps={current}>
        {texts.overview}
      </Link>
      <Link to="/analytics/suggestions" activeProps={current}>
        {texts.suggestions}
      </Link>
      <Link to="/analytics/log" activeProps={current}>
        {texts.log}
      </Link>
    </nav>
  )
}
