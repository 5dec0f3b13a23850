import { FrontdeskError } from '@frontdesk/client'
import type { Messages } from '../messages/en.ts'

/** A sentence for the reader: by the code where we have one, else what the server says. */
export function textOfProblem(error: unknown, messages: Messages): string {
  if (!(error instanceof FrontdeskError)) return messages.problems.unknown
  const known: Record<string, string> = messages.problems
  const fields = error.errors.map(({ message }) => message).join(' ')
  return known[error.code] ?? (fields || error.detail)
}
