import { useMessages } from '../../app/language.tsx'
import { isGone } from '../../app/problem.ts'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { ProblemNotice } from './problem-notice.tsx'

type Props = {
  error: unknown
  onRetry: () => void
  /** Whether it was on screen before: then somebody has removed it. What never was may also have a wrong address. */
  wasThere: boolean
  /** What is said of it when it is not there, in place of the usual sentence. */
  gone?: string
}

/** In place of what was opened: that it is not there, which trying again does not change, or what went wrong. */
export function OpeningProblem({ error, onRetry, wasThere, gone }: Props) {
  const messages = useMessages()
  if (!isGone(error)) return <ProblemNotice error={error} onRetry={onRetry} />
  return <EmptyState role="alert" text={gone ?? (wasThere ? messages.gone : messages.problems.not_found)} />
}
