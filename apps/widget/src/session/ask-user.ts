import { ApiError } from '../api/api-error.ts'
import type { Identity } from '../host.ts'
import type { VisitorStorage } from './visitor-storage.ts'

/** A user as the site's server vouches for them. */
export type SiteUser = { userToken: string; user: string | undefined }

/** Whom a JWT names (`sub`). Its signature is the platform's to check: here it only tells the users of one browser apart. */
function subjectOf(userToken: string): string | undefined {
  try {
    const { sub } = JSON.parse(atob(userToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

type Options = {
  /** Who the site says can tell its user; undefined for a site that has named nobody. */
  identity: Identity | undefined
  /** The session that was open is of this identity's user. */
  isRenewal: boolean
  storage: Pick<VisitorStorage, 'read'>
  /** Forgets the user whose session it was. */
  left(): Promise<void>
}

/** The site's user. When it is another one than the user whose session this browser has, that session is left. */
export async function askUser({ identity, isRenewal, storage, left }: Options): Promise<SiteUser | undefined> {
  let found: SiteUser | undefined
  let failure: ApiError | undefined
  try {
    const userToken = await identity?.getUserToken()
    if (userToken) found = { userToken, user: subjectOf(userToken) }
  } catch (cause) {
    failure = new ApiError(0, 'no_user_token', { cause })
  }
  const { verified, user } = storage.read()
  // Without a token, who is there now is unknown; in a renewal it is the one of before.
  const isSame = failure ? isRenewal : user !== undefined && user === found?.user
  if (verified && !isSame) await left()
  if (failure) throw failure
  return found
}
