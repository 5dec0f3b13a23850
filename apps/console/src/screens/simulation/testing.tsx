import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ask } from './ask.tsx'
import { Compare } from './compare.tsx'
import { Suite } from './suite.tsx'
import { Suites } from './suites.tsx'
import { TestingPage } from './testing-page.tsx'

/** Tries questions before customers ask them. */
export function Testing() {
  const navigate = useNavigate()
  const { tab = 'ask', q = '' } = useSearch({ from: '/frame/testing' })
  const onAsk = (question: string) => void navigate({ to: '/testing', search: { tab, q: question }, replace: true })
  return (
    <TestingPage tab={tab}>
      {tab === 'ask' && <Ask question={q} onAsk={onAsk} />}
      {tab === 'compare' && <Compare question={q} onAsk={onAsk} />}
      {tab === 'suites' && <Suites />}
    </TestingPage>
  )
}

/** One suite. */
export const TestingSuite = () => (
  <TestingPage tab="suites">
    <Suite />
  </TestingPage>
)
