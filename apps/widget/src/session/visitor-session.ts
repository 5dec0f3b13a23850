import { ApiError } from '../api/api-error.ts'
import type { VisitorApi } from '../api/visitor-api.ts'
import type { Session } from '../api/wire.ts'
import { withLock } from '../chat/with-lock.ts'
import type { Host, Identity } from '../host.ts'
import type { Challenge } from './solve-challenge.ts'
import type { VisitorStorage } from './visitor-storage.ts'

type Options = {
  host: Host
  api: VisitorApi
  storage: VisitorStorage
  /** A session was opened or renewed. */
  opened(session: Session): void
  /** The session was that of another user: this browser has to forget them before the next one's begins. */
  left(): Promise<void>
}

/** What a refusal asks the browser to do first. */
const challengeIn = (error: unknown): Challenge | undefined =>
  error instanceof ApiError && error.code === 'challenge_required' ? (error.body.challenge as Challenge) : undefined

const anotherVisitor = () => new ApiError(0, 'another_visitor')

/**
 * The visitor's token: opened when the visitor first writes, renewed once when it is refused, shared by the tabs. What the
 * site calls `identify` with is asked before the token is used again.
 */
export function makeVisitorSession({ host, api, storage, opened, left }: Options) {
  let opening: Promise<string> | undefined
  /** Whose user the session is of. */
  let identified: Identity | undefined
  /** How often this tab has forgotten its visitor. */
  let visitor = 0

  const isIdentified = () => !host.identity || host.identity === identified
  const unexpired = () => {
    const { token, expiresAt } = storage.read()
    return token && Date.parse(expiresAt ?? '') > Date.now() ? token : undefined
  }
  const validToken = () => (isIdentified() ? unexpired() : undefined)

  /** `required`: the platform has asked for work before it goes on. */
  async function openSession(required?: Challenge): Promise<string> {
    const { identity } = host
    const isRenewal = identity === identified
    const site =
      identity || storage.read().verified
        ? await (await import('./ask-user.ts')).askUser({ identity, isRenewal, storage, left })
        : undefined
    const { token, verified } = storage.read()
    const kept = verified && !required && unexpired()
    if (kept) {
      identified = identity
      return kept
    }
    const before = visitor
    const challenge = required && (await (await import('./solve-challenge.ts')).solveChallenge(required))
    const body = { ...(site && { userToken: site.userToken }), ...(challenge && { challenge }) }
    const session = await api.openSession(host.widget, token, body).catch((error) => {
      const asked = challengeIn(error)
      if (!asked || required) throw error
      return asked
    })
    if (!('token' in session)) return openSession(session)
    if (visitor !== before) throw anotherVisitor()
    const { token: fresh, expiresAt, visitor: next } = session
    storage.write({ token: fresh, expiresAt, verified: next.verified, ...(site?.user && { user: site.user }) })
    identified = identity
    opened(session)
    return fresh
  }

  function share(open: () => Promise<string>): Promise<string> {
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  /** The token, or that of a new session. Calls at the same time share one. */
  async function ensure(): Promise<string> {
    const known = validToken()
    if (known) return known
    // Two tabs would be two visitors.
    const open = async () => validToken() ?? openSession()
    const token = await share(() => withLock(`frontdesk:${host.widget}:session`, open))
    // The site has named another user in the meantime.
    return isIdentified() ? token : ensure()
  }

  /**
   * Does the work with the token. If that is refused, another tab's newer one or a new session's is tried, once. What was
   * begun for one visitor is never done for the next.
   */
  async function withToken<T>(ask: (token: string) => Promise<T>): Promise<T> {
    const before = visitor
    const work = async (token: string) => {
      if (visitor !== before) throw anotherVisitor()
      return ask(token)
    }
    const token = await ensure()
    try {
      return await work(token)
    } catch (error) {
      const challenge = challengeIn(error)
      if (challenge) return work(await share(() => openSession(challenge)))
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (storage.read().token === token) storage.write({ expiresAt: '' })
      return work(await ensure())
    }
  }

  return {
    ensure,
    withToken,
    /** Asks the site who its user is now, if it has named one. The session of the same user goes on. */
    async identify(): Promise<void> {
      if (host.identity) await ensure()
    },
    /** The visitor is gone. */
    forget: () => void visitor++,
    /** The token that this browser has, if any. */
    token: () => storage.read().token,
  }
}

export type VisitorSession = ReturnType<typeof makeVisitorSession>
