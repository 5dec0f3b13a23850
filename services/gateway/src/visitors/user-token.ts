import { findUnreadable, ServiceError, type VisitorClaims, visitorClaims, visitorFields } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { GatewayContext } from '../context.ts'
import { settingsOf, type WidgetRecord } from '../widgets/widget-document.ts'
import { liveSecrets } from '../widgets/widget-store.ts'

const clockToleranceSeconds = 60
const maxLifetimeSeconds = 24 * 3_600
/** A token with a few attributes has less. */
export const maxUserTokenCharacters = 8_192

const refused = (detail: string, cause?: unknown) => new ServiceError('user_token_invalid', { detail, cause })

/** What the header of a JWT says; nothing of it is believed. */
function algorithmIn(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.', 1)[0]!, 'base64url').toString('utf8')).alg
  } catch {
    return undefined
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function claimsOf({ sub, email, email_verified, name, phone, attributes }: JWTPayload): VisitorClaims {
  if (findUnreadable({ sub, email, name, phone, attributes }).length > 0)
    throw refused('A claim of the user token is not text, or has a name that none can have.')
  if (typeof (attributes ?? {}) !== 'object' || Array.isArray(attributes))
    throw refused('The claim `attributes` of the user token is not an object.')
  const given = (attributes ?? {}) as Record<string, unknown>
  const fields = Object.entries(given).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const own = attributes === undefined ? undefined : visitorFields.safeParse(Object.fromEntries(fields))
  const parsed = visitorClaims.safeParse({
    externalId: sub,
    isEmailVerified: email_verified === true,
    ...(text(email) && { email: text(email) }),
    ...(text(name) && { name: text(name) }),
    ...(text(phone) && { phone: text(phone) }),
    ...(own?.success && { attributes: own.data }),
  })
  if (!parsed.success || (own && !own.success))
    throw refused('A claim of the user token is too long or has another type.')
  return parsed.data
}

/**
 * The user whom a site's server vouches for, and until when (seconds since 1970). The token must name this widget (`aud`), a
 * user (`sub`), `iat` and an `exp` at most 24 h after it, and be signed by an algorithm of the widget's list: with one of its
 * secrets (HS256), or a key of its `jwks`. Throws `user_token_invalid`.
 */
export async function verifyUserToken(
  token: string,
  widget: Stored<WidgetRecord>,
  context: Pick<GatewayContext, 'state' | 'clock'>,
): Promise<{ claims: VisitorClaims; exp: number }> {
  const { algorithms, jwks } = settingsOf(widget.body).identity
  const algorithm = algorithmIn(token)
  if (!algorithms.some((each) => each === algorithm)) throw refused('The widget does not accept this algorithm.')
  const now = Math.floor(context.clock.now() / 1_000)
  const options = {
    // Only this one: a key of `jwks` never verifies an HS256.
    algorithms: [algorithm as string],
    audience: widget.id,
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(context.clock.now()),
    requiredClaims: ['sub', 'exp', 'iat'],
  }
  const payload = await verifyBy(token, options)
  const { iat, exp } = payload as { iat: number; exp: number }
  if (iat > now + clockToleranceSeconds) throw refused('The user token was issued in the future.')
  if (exp - iat > maxLifetimeSeconds) throw refused('The user token is valid for more than 24 hours.')
  return { claims: claimsOf(payload), exp }

  async function verifyBy(token: string, options: object): Promise<JWTPayload> {
    try {
      if (algorithm !== 'HS256')
        return (await jwtVerify(token, createLocalJWKSet((jwks ?? { keys: [] }) as JSONWebKeySet), options)).payload
      const secrets = liveSecrets({ ...widget }, context)
      for (const [i, secret] of secrets.entries()) {
        try {
          return (await jwtVerify(token, Buffer.from(secret), options)).payload
        } catch (error) {
          const isOtherSecret = error instanceof errors.JWSSignatureVerificationFailed
          if (!isOtherSecret || i === secrets.length - 1) throw error
        }
      }
      throw refused('The widget has no secret.')
    } catch (error) {
      if (error instanceof ServiceError) throw error
      throw refused('The user token could not be verified.', error)
    }
  }
}
