import { FrontdeskError, type Schemas } from '@frontdesk/client'
import type { Messages } from '../messages/en.ts'
import type { ProblemTexts } from '../messages/problem-texts.ts'

/** Of these the text says what kind of refusal it is, and `detail` what stands in the way. */
const withDetail = new Set([
  'conflict',
  'unsupported_media_type',
  'payload_too_large',
  'document_too_complex',
  'address_refused',
  'fetch_failed',
])

/** A sentence for the reader: by the code where we have one, else what the server says. */
export function textOfFailure({ code, message }: Schemas['Failure'], { problems }: Messages): string {
  const text = Object.hasOwn(problems, code) ? problems[code as keyof ProblemTexts] : undefined
  if (text === undefined) return message
  return withDetail.has(code) ? `${text} ${message}`.trim() : text
}

/** The same for what was thrown. */
export function textOfProblem(error: unknown, messages: Messages): string {
  if (!(error instanceof FrontdeskError)) return messages.problems.unknown
  const fields = error.errors.map(({ message }) => message).join(' ')
  return textOfFailure({ code: error.code, message: fields || error.detail }, messages)
}

/** What the server adds to the sentence of the code, in its own words; undefined where that is nothing, or said already. */
export function detailOfProblem(error: unknown, messages: Messages): string | undefined {
  if (!(error instanceof FrontdeskError) || error.title === '' || error.errors.length > 0) return undefined
  const { detail, title } = error
  return detail === '' || detail === title || textOfProblem(error, messages).includes(detail) ? undefined : detail
}

/** Whether what was asked for is not there, or not any more. */
export const isGone = (error: unknown): boolean => error instanceof FrontdeskError && error.status === 404
