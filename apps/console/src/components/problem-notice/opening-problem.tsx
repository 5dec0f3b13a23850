import { useMessages } from '../../app/language.tsx'
import { isGone } from '../../app/problem.ts'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { ProblemNotice } from './problem-notice.tsx'

type Props = {
  error: unknown
  onRetry: () => void
  /** What is said of it when it is gone; default: that it is no longer there. */
  gone?: string
}

/** In place of what was opened: that it is gone, which trying again does not change, or what went wrong. */
export function OpeningProblem({ error, onRetry, gone }: Props) {
  const messages = useMessages()
  return isGone(error) ? <EmptyState text={gone ?? messages.gone} /> : <ProblemNotice error={error} onRetry={onRetry} />
}
