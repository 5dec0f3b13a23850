import { ServiceError } from '@frontdesk/contracts'
import type { EntryReply } from '../routes/entry.ts'

/** The screen of the console that shows why somebody could not sign in. */
const signInScreen = '/console/sign-in'

/**
 * What a browser gets whose person could not sign in: the sign-in screen, with the code of the error. Whoever asks for anything
 * but a page, and a gateway without the console, get the error itself. Throws what is not an error of ours, and these.
 */
export function reportSignInError(
  error: unknown,
  { tenant, wantsPage, hasConsole }: { tenant: string; wantsPage: boolean; hasConsole: boolean },
): EntryReply {
  if (!(error instanceof ServiceError) || !wantsPage || !hasConsole) throw error
  return { location: `${signInScreen}?${new URLSearchParams({ tenant, error: error.code })}` }
}
